using GridStar;
using UnityEngine;

namespace GridStarSamples
{
    /// <summary>
    /// Shows an unchanged script for <see cref="BaseGrid"/> and <see cref="AStarManager"/> with GridStar. Add this
    /// component to an empty object and press Play. It builds walls with colliders and adds a <see cref="PathScript"/>,
    /// which logs a position of the path each second. Switch on gizmos in the Game view to see the cells there too.
    /// </summary>
    public class BaseGridSample : MonoBehaviour
    {
        /// <summary>Layer of the walls; the script looks for obstacles on it.</summary>
        private const int ObstacleLayer = 8;

        private static readonly Color WallColor = new Color(0.55f, 0.57f, 0.6f, 1f);
        private static readonly Color PathColor = new Color(0f, 0.62f, 0.45f, 1f);

        private PathScript _script;
        private LineRenderer _line;

        private void Awake()
        {
            SampleStage stage = new SampleStage(transform, true);
            stage.AimCamera(Vector3.zero, 20f, 12f);
            AddWall(stage, new Vector3(-4f, 0f, 1f), 10);
            AddWall(stage, new Vector3(4f, 0f, -1f), 10);
            // Tells physics of the moved walls before the script asks it in the same frame.
            Physics.SyncTransforms();
            _line = stage.AddLine("Path", 0.2f, PathColor, 1);

            _script = gameObject.AddComponent<PathScript>();
            _script.corner = new Vector3(-10f, 0f, -6f);
            _script.oppositeCorner = new Vector3(10f, 0f, 6f);
            _script.from = new Vector3(-8.5f, 0f, 0.5f);
            _script.to = new Vector3(8.5f, 0f, 0.5f);
        }

        private void Update()
        {
            if (_line.positionCount > 0 || _script.path == null)
            {
                return;
            }
            Vector3[] points = _script.path.ConvertAll(node => node.worldPos).ToArray();
            _line.positionCount = points.Length;
            _line.SetPositions(points);
        }

        /// <summary>Adds boxes side by side along z.</summary>
        private static void AddWall(SampleStage stage, Vector3 center, int length)
        {
            for (int i = 0; i < length; i++)
            {
                Vector3 place = center + new Vector3(0.5f, 0f, i - length / 2 + 0.5f);
                GameObject box = stage.AddSquare("Wall", place, 0.9f, WallColor).gameObject;
                box.layer = ObstacleLayer;
                box.AddComponent<BoxCollider>().size = Vector3.one;
            }
        }
    }
}
