using System.Collections.Generic;
using UnityEditor;
using UnityEngine;
using UnityEngine.Tilemaps;

namespace GridStar.Editor
{
    /// <summary>GameObject > GridStar: in the menu bar, and in the menu of a right click in the Hierarchy.</summary>
    internal static class FirstStepsMenu
    {
        private const string Path = "GameObject/GridStar/";
        private const string FromTilemap = Path + "Grid from Tilemap";

        /// <summary>Below 50, so that the Hierarchy's menu has the items too.</summary>
        private const int Place = 10;

        private static bool s_hasRun;

        [MenuItem(Path + "Grid from selection", false, Place)]
        internal static void GridFromSelection(MenuCommand command)
        {
            if (!IsRepeated(command))
            {
                FirstSteps.MakeGrid(Selection.gameObjects, ViewCenter());
            }
        }

        [MenuItem(FromTilemap, false, Place + 1)]
        internal static void GridFromTilemap(MenuCommand command)
        {
            if (IsRepeated(command) || FirstSteps.MakeTilemapGrid(Selection.gameObjects) != null)
            {
                return;
            }
            // Nothing of tilemaps is selected.
            FirstSteps.MakeTilemapGrid(
                StageObjects.All<Tilemap>().ConvertAll(tilemap => tilemap.gameObject));
        }

        [MenuItem(FromTilemap, true)]
        internal static bool HasTilemap() => StageObjects.All<Tilemap>().Count > 0;

        [MenuItem(Path + "Agent", false, Place + 2)]
        internal static void Agent(MenuCommand command)
        {
            if (!IsRepeated(command))
            {
                GameObject parent = command.context as GameObject;
                FirstSteps.MakeAgent(GridFor(parent), parent, ViewCenter());
            }
        }

        [MenuItem(Path + "Obstacle", false, Place + 3)]
        internal static void Obstacle(MenuCommand command)
        {
            if (!IsRepeated(command))
            {
                GameObject parent = command.context as GameObject;
                FirstSteps.MakeObstacle(GridFor(parent), parent, ViewCenter());
            }
        }

        [MenuItem(Path + "Check setup", false, Place + 20)]
        internal static void CheckSetup() => GridStarWindow.OpenSetup();

        /// <summary>
        /// With several objects selected, the Hierarchy's menu calls an item once for each of them. The first call does
        /// all.
        /// </summary>
        private static bool IsRepeated(MenuCommand command)
        {
            if (command.context == null)
            {
                return false;
            }
            bool isRepeated = s_hasRun;
            if (!s_hasRun)
            {
                s_hasRun = true;
                EditorApplication.delayCall += () => s_hasRun = false;
            }
            return isRepeated;
        }

        private static PathGridComponent GridFor(GameObject parent)
            => StageObjects.GridFor(parent != null ? parent : Selection.activeGameObject);

        /// <summary>Where Unity puts new objects.</summary>
        private static Vector3 ViewCenter()
        {
            SceneView view = SceneView.lastActiveSceneView;
            return view == null ? Vector3.zero : view.pivot;
        }
    }
}
