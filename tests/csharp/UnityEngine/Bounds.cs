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

        public void Encapsulate(Bounds bounds)
        {
            Vector3 low = Vector3.Min(min, bounds.min);
            Vector3 high = Vector3.Max(max, bounds.max);
            m_Extents = (high - low) * 0.5f;
            m_Center = low + m_Extents;
        }
    }
}
