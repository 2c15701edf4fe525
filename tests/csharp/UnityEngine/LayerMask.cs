using System;

namespace UnityEngine
{
    [Serializable]
    public struct LayerMask
    {
        private int m_Mask;

        public int value { get { return m_Mask; } set { m_Mask = value; } }

        public static string LayerToName(int layer) => Standin.Layers.Names[layer];

        public static int NameToLayer(string layerName)
            => layerName == "" ? -1 : Array.IndexOf(Standin.Layers.Names, layerName);

        public static implicit operator int(LayerMask mask) => mask.m_Mask;

        public static implicit operator LayerMask(int intVal) => new LayerMask { m_Mask = intVal };
    }
}

namespace UnityEngine.Standin
{
    /// <summary>The names of the project's layers; empty where a number has none.</summary>
    public static class Layers
    {
        public static readonly string[] Names = new string[32];

        static Layers()
        {
            Clear();
        }

        /// <summary>Layers of a new project.</summary>
        public static void Clear()
        {
            for (int i = 0; i < Names.Length; i++)
            {
                Names[i] = "";
            }
            Names[0] = "Default";
            Names[1] = "TransparentFX";
            Names[2] = "Ignore Raycast";
            Names[4] = "Water";
            Names[5] = "UI";
        }
    }
}
