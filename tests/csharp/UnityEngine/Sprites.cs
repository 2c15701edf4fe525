using UnityEngine.Standin;

namespace UnityEngine
{
    public class Shader : Object
    {
        /// <summary>Finds the shaders that every project has.</summary>
        public static Shader Find(string name)
        {
            MainThread.Require("Find");
            return name == "Sprites/Default" ? new Shader { name = name } : null;
        }
    }

    public class Material : Object
    {
        public Material(Shader shader)
        {
            this.shader = shader;
        }

        public Material(Material source)
            : this(source.shader)
        {
            mainTexture = source.mainTexture;
        }

        public Shader shader { get; set; }

        public Texture mainTexture { get; set; }

        public bool SetPass(int pass) => true;
    }

    public sealed class Sprite : Object
    {
        private Sprite()
        {
        }

        public float pixelsPerUnit { get; private set; }

        public Rect rect { get; private set; }

        public Bounds bounds
        {
            get
            {
                Vector3 size = new Vector3(rect.width / pixelsPerUnit, rect.height / pixelsPerUnit, 0.2f);
                return new Bounds(Vector3.zero, size);
            }
        }

        public static Sprite Create(Texture2D texture, Rect rect, Vector2 pivot, float pixelsPerUnit)
        {
            MainThread.Require("Create");
            return new Sprite { rect = rect, pixelsPerUnit = pixelsPerUnit };
        }
    }

    public sealed class SpriteRenderer : Renderer
    {
        public Sprite sprite { get; set; }

        public Color color { get; set; }
    }
}
