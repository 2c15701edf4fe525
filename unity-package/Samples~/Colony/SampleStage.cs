using UnityEngine;

namespace GridStarSamples
{
    /// <summary>
    /// Makes squares, lines and a camera by code. Squares are sprites, which the built-in pipeline and URP draw alike,
    /// without lights, materials or a scene of your own. Each sample has the same copy of this file.
    /// </summary>
    internal sealed class SampleStage
    {
        private readonly Transform _parent;
        private readonly Vector3 _tilt;
        private readonly Sprite _sprite;
        private readonly Material _lineMaterial;

        /// <param name="parent">Parent of the new objects, which are destroyed with it.</param>
        /// <param name="isOnGround">True: squares lie in the XZ plane, seen from above. False: in the XY plane.</param>
        internal SampleStage(Transform parent, bool isOnGround)
        {
            _parent = parent;
            _tilt = isOnGround ? new Vector3(90f, 0f, 0f) : Vector3.zero;
            Texture2D white = Texture2D.whiteTexture;
            Rect whole = new Rect(0f, 0f, white.width, white.height);
            // Pixels per unit equal to the width make the sprite one unit wide.
            _sprite = Sprite.Create(white, whole, new Vector2(0.5f, 0.5f), white.width);
            _lineMaterial = new Material(Shader.Find("Sprites/Default"));
        }

        /// <summary>A white square, one unit wide.</summary>
        internal Sprite Square => _sprite;

        /// <summary>Adds a square of one color. A higher order is drawn on top.</summary>
        internal SpriteRenderer AddSquare(string name, Vector3 center, float side, Color color, int order = 0)
        {
            Transform place = AddObject(name);
            place.position = center;
            place.eulerAngles = _tilt;
            place.localScale = Vector3.one * side;
            SpriteRenderer square = place.gameObject.AddComponent<SpriteRenderer>();
            square.sprite = _sprite;
            square.color = color;
            square.sortingOrder = order;
            return square;
        }

        /// <summary>Adds a line without points, in world space.</summary>
        internal LineRenderer AddLine(string name, float width, Color color, int order)
        {
            LineRenderer line = AddObject(name).gameObject.AddComponent<LineRenderer>();
            line.sharedMaterial = _lineMaterial;
            line.widthMultiplier = width;
            line.startColor = color;
            line.endColor = color;
            line.sortingOrder = order;
            line.positionCount = 0;
            return line;
        }

        /// <summary>Aims the scene's main camera, or a new one, at an area around a point.</summary>
        internal void AimCamera(Vector3 center, float width, float height)
        {
            Camera camera = Camera.main;
            if (camera == null)
            {
                Transform place = AddObject("Camera");
                place.gameObject.tag = "MainCamera";
                camera = place.gameObject.AddComponent<Camera>();
            }
            camera.orthographic = true;
            camera.orthographicSize = 0.55f * Mathf.Max(height, width / camera.aspect);
            camera.clearFlags = CameraClearFlags.SolidColor;
            camera.backgroundColor = new Color(0.12f, 0.13f, 0.15f, 1f);
            bool isOnGround = _tilt != Vector3.zero;
            camera.transform.position = center + (isOnGround ? new Vector3(0f, 10f, 0f) : new Vector3(0f, 0f, -10f));
            camera.transform.eulerAngles = _tilt;
        }

        private Transform AddObject(string name)
        {
            Transform place = new GameObject(name).transform;
            place.SetParent(_parent);
            return place;
        }
    }
}
