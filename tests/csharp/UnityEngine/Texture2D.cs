using UnityEngine.Standin;

namespace UnityEngine
{
    public enum TextureFormat
    {
        RGBA32 = 4,
    }

    public enum FilterMode
    {
        Point = 0,
        Bilinear = 1,
    }

    public enum TextureWrapMode
    {
        Repeat = 0,
        Clamp = 1,
    }

    public class Texture : Object
    {
        public FilterMode filterMode { get; set; } = FilterMode.Bilinear;

        public TextureWrapMode wrapMode { get; set; }

        public virtual int width { get; set; }

        public virtual int height { get; set; }

        public virtual bool isReadable { get { return true; } }
    }

    public sealed class Texture2D : Texture
    {
        private Color32[] _pixels;
        private bool _isReadable = true;

        public Texture2D(int width, int height)
        {
            this.width = width;
            this.height = height;
            _pixels = new Color32[width * height];
        }

        public Texture2D(int width, int height, TextureFormat format, bool mipChain)
            : this(width, height)
        {
        }

        public static Texture2D whiteTexture { get { return new Texture2D(4, 4); } }

        public override bool isReadable { get { return _isReadable; } }

        /// <summary>A copy of the pixels, row by row, lowest row first.</summary>
        public Color32[] GetPixels32()
        {
            MainThread.Require("GetPixels32");
            if (!isReadable)
            {
                throw new UnityException(
                    "Texture is not readable, the texture memory can not be accessed from scripts.");
            }
            return (Color32[])_pixels.Clone();
        }

        public void SetPixels32(Color32[] colors) => System.Array.Copy(colors, _pixels, _pixels.Length);

        public void SetPixels32(int x, int y, int blockWidth, int blockHeight, Color32[] colors)
        {
            for (int row = 0; row < blockHeight; row++)
            {
                System.Array.Copy(colors, row * blockWidth, _pixels, (y + row) * width + x, blockWidth);
            }
        }

        public void Apply(bool updateMipmaps)
        {
        }

        public void Apply(bool updateMipmaps, bool makeNoLongerReadable) => _isReadable = !makeNoLongerReadable;
    }
}
