using System;

namespace UnityEngine
{
    [Serializable]
    public struct LayerMask
    {
        private int m_Mask;

        public int value { get { return m_Mask; } set { m_Mask = value; } }

        public static implicit operator int(LayerMask mask) => mask.m_Mask;

        public static implicit operator LayerMask(int intVal) => new LayerMask { m_Mask = intVal };
    }
}
