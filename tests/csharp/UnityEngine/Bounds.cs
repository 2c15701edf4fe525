namespace UnityEngine
{
    public struct Bounds
    {
        private Vector3 m_Center;
        private Vector3 m_Extents;

        public Bounds(Vector3 center, Vector3 size)
        {
            m_Center = center;
            m_Extents = size * 0.5f;
        }

        public Vector3 center { get { return m_Center; } set { m_Center = value; } }

        public Vector3 size { get { return m_Extents * 2f; } set { m_Extents = value * 0.5f; } }

        public Vector3 min { get { return m_Center - m_Extents; } }

        public Vector3 max { get { return m_Center + m_Extents; } }
    }
}
