using System.Collections.Generic;
using UnityEditor.SceneManagement;
using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>Objects that the Hierarchy shows: those of all open scenes, or of the prefab that is open.</summary>
    internal static class StageObjects
    {
        /// <summary>All components of a type, on inactive objects too.</summary>
        internal static List<T> All<T>() where T : Component
        {
            List<T> found = new List<T>(StageUtility.GetCurrentStageHandle().FindComponentsOfType<T>());
            // Unity adds the components of prefabs in the project's folders, which are in no scene.
            found.RemoveAll(component => !component.gameObject.scene.IsValid()
                || (component.gameObject.hideFlags & HideFlags.HideInHierarchy) != 0);
            return found;
        }

        /// <summary>The grid of new objects: that of the clicked object or of its parents, else the first.</summary>
        internal static PathGridComponent GridFor(GameObject parent)
        {
            PathGridComponent own = null;
            for (Transform at = parent == null ? null : parent.transform; at != null && own == null; at = at.parent)
            {
                own = at.GetComponent<PathGridComponent>();
            }
            List<PathGridComponent> grids = own == null ? All<PathGridComponent>() : null;
            return own != null ? own : grids.Count == 0 ? null : grids[0];
        }
    }
}
