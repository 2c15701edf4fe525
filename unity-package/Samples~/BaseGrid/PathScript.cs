using System.Collections;
using System.Collections.Generic;
using GridStar;
using UnityEngine;

namespace GridStarSamples
{
    /// <summary>
    /// A typical script for the mirrored classes: it keeps a grid in a field, walks a path in a coroutine at a node a
    /// second, and draws gizmos of all cells. Only its using line knows of GridStar.
    /// </summary>
    public class PathScript : MonoBehaviour
    {
        public List<AStarNode> path;
        public Vector3 corner;
        public Vector3 oppositeCorner;
        public Vector3 from;
        public Vector3 to;
        [SerializeField] private LayerMask _obstacleLayer = 1 << 8;

        private BaseGrid _baseGrid = new BaseGrid();
        private AStarManager _manager = AStarManager.Instance;

        private void Start()
        {
            _baseGrid.Init(corner, oppositeCorner, _obstacleLayer);
            Debug.Log("grid of " + _baseGrid.gridSize + " at " + _baseGrid.startPos);
            StartCoroutine(Walk());
        }

        private IEnumerator Walk()
        {
            path = _manager.FindPath(from, to, _baseGrid);
            if (path == null)
            {
                yield break;
            }
            foreach (AStarNode node in path)
            {
                Debug.Log(node.worldPos);
                yield return new WaitForSeconds(1f);
            }
            Debug.Log("arrived");
        }

        private void OnDrawGizmos()
        {
            if (_baseGrid.grids == null)
            {
                return;
            }
            AStarNode start = _baseGrid.GetByWorldPositionNode(from);
            AStarNode end = _baseGrid.GetByWorldPositionNode(to);
            foreach (AStarNode node in _baseGrid.grids)
            {
                Gizmos.color = node.type == E_Node_Type.Walkable ? Color.white : Color.red;
                if (path != null && path.Contains(node))
                {
                    Gizmos.color = Color.green;
                }
                if (node == start || node == end)
                {
                    Gizmos.color = Color.yellow;
                }
                Gizmos.DrawCube(node.worldPos, Vector3.one * (_baseGrid.Extent - 0.1f));
            }
        }
    }
}
