namespace UnityEngine
{
    public struct BoundsInt
    {
        private Vector3Int m_Position;
        private Vector3Int m_Size;

        public BoundsInt(Vector3Int position, Vector3Int size)
        {
            m_Position = position;
            m_Size = size;
        }

        public Vector3Int min { get { return m_Position; } }

        public Vector3Int max { get { return m_Position + m_Size; } }

        public Vector3Int size { get { return m_Size; } set { m_Size = value; } }
    }
}
