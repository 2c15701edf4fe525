namespace UnityEngine
{
    public struct Rect
    {
        private float m_XMin;
        private float m_YMin;
        private float m_Width;
        private float m_Height;

        public Rect(float x, float y, float width, float height)
        {
            m_XMin = x;
            m_YMin = y;
            m_Width = width;
            m_Height = height;
        }

        public float x { get { return m_XMin; } set { m_XMin = value; } }

        public float y { get { return m_YMin; } set { m_YMin = value; } }

        public float width { get { return m_Width; } set { m_Width = value; } }

        public float height { get { return m_Height; } set { m_Height = value; } }

        public bool Contains(Vector2 point)
            => point.x >= x && point.x < x + width && point.y >= y && point.y < y + height;
    }
}
