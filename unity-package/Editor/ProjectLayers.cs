using UnityEditor;
using UnityEngine;

namespace GridStar.Editor
{
    /// <summary>The layers of the project's settings.</summary>
    internal static class ProjectLayers
    {
        private const string Settings = "ProjectSettings/TagManager.asset";

        /// <summary>Unity keeps the layers below for itself.</summary>
        private const int FirstOwn = 8;

        /// <summary>The number of a layer, which is added to the project if it is missing. -1: all are taken.</summary>
        internal static int FindOrAdd(string name)
        {
            int known = LayerMask.NameToLayer(name);
            if (known >= 0)
            {
                return known;
            }
            SerializedObject settings = new SerializedObject(AssetDatabase.LoadAllAssetsAtPath(Settings)[0]);
            SerializedProperty layers = settings.FindProperty("layers");
            for (int i = FirstOwn; i < layers.arraySize; i++)
            {
                SerializedProperty layer = layers.GetArrayElementAtIndex(i);
                if (string.IsNullOrEmpty(layer.stringValue))
                {
                    layer.stringValue = name;
                    settings.ApplyModifiedProperties();
                    return i;
                }
            }
            return -1;
        }

        /// <summary>The names of the layers of a mask; the numbers of those that have none.</summary>
        internal static string NamesOf(int mask)
        {
            string names = "";
            for (int layer = 0; layer < 32; layer++)
            {
                if ((mask & 1 << layer) != 0)
                {
                    string name = LayerMask.LayerToName(layer);
                    names += (names == "" ? "" : ", ") + (string.IsNullOrEmpty(name) ? layer.ToString() : name);
                }
            }
            return names;
        }
    }
}
