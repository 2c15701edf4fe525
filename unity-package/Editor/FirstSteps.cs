using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.Tilemaps;

namespace GridStar.Editor
{
    /// <summary>
    /// Makes the objects of a first scene, as Unity's own menu makes objects: in the open stage, under the clicked
    /// parent, selected, and taken back by one Undo.
    /// </summary>
    internal static class FirstSteps
    {
        /// <summary>Cells of a grid that has nothing to fit.</summary>
        private const int UsualSide = 32;

        private const string RoundSprite = "UI/Skin/Knob.psd";

        /// <summary>
        /// Makes a grid over objects. Without any that has a size, one of 32 x 32 cells around a position.
        /// </summary>
        internal static PathGridComponent MakeGrid(IEnumerable<GameObject> objects, Vector3 around)
        {
            SelectionGrid fitting = SelectionGrid.Of(objects);
            GameObject made = new GameObject("Path Grid");
            StageUtility.PlaceGameObjectInCurrentStage(made);
            PathGridComponent grid = made.AddComponent<PathGridComponent>();
            if (fitting == null)
            {
                grid.Width = grid.Height = UsualSide;
                made.transform.position = around - new Vector3(UsualSide / 2f, 0f, UsualSide / 2f);
            }
            else
            {
                grid.Plane = fitting.Plane;
                grid.CellSize = fitting.CellSize;
                grid.Width = fitting.Width;
                grid.Height = fitting.Height;
                grid.ObstacleLayers = fitting.ObstacleLayers;
                made.transform.position = fitting.Origin;
            }
            Finish(made);
            return grid;
        }

        /// <summary>
        /// Makes a grid of tilemaps: those with a collider are walls, the others ground. Null without any tilemap.
        /// </summary>
        internal static TilemapGrid MakeTilemapGrid(IEnumerable<GameObject> objects)
        {
            List<Tilemap> tilemaps = TilemapsIn(objects);
            if (tilemaps.Count == 0)
            {
                return null;
            }
            GameObject made = new GameObject("Tilemap Grid");
            StageUtility.PlaceGameObjectInCurrentStage(made);
            TilemapGrid grid = made.AddComponent<TilemapGrid>();
            Share(grid, tilemaps);
            Finish(made);
            return grid;
        }

        /// <summary>Makes a walker on a grid: a capsule or, in the XY plane, a sprite.</summary>
        /// <param name="parent">The clicked object; may be null, as the grid may.</param>
        internal static PathFollower MakeAgent(PathGridComponent grid, GameObject parent, Vector3 near)
        {
            bool isXY = grid != null && grid.Plane == GridPlane.XY;
            GameObject made = isXY ? new GameObject() : GameObject.CreatePrimitive(PrimitiveType.Capsule);
            made.name = "Agent";
            float side = grid == null ? 1f : grid.CellSize;
            if (isXY)
            {
                SpriteRenderer shown = made.AddComponent<SpriteRenderer>();
                shown.sprite = AssetDatabase.GetBuiltinExtraResource<Sprite>(RoundSprite);
                float width = shown.sprite == null ? 0f : shown.sprite.bounds.size.x;
                made.transform.localScale = Vector3.one * (width > 0f ? side / width : side);
            }
            else
            {
                // A scan would find it where it stands.
                UnityEngine.Object.DestroyImmediate(made.GetComponent<Collider>());
                made.transform.localScale = Vector3.one * side;
            }
            Place(made, grid, parent, near, side);
            PathFollower follower = made.AddComponent<PathFollower>();
            follower.GridSource = grid;
            Finish(made);
            return follower;
        }

        /// <summary>Makes a box that closes the cells on which it stands.</summary>
        /// <param name="parent">The clicked object; may be null, as the grid may.</param>
        internal static PathObstacle MakeObstacle(PathGridComponent grid, GameObject parent, Vector3 near)
        {
            GameObject made = GameObject.CreatePrimitive(PrimitiveType.Cube);
            made.name = "Obstacle";
            float side = grid == null ? 1f : grid.CellSize;
            made.transform.localScale = Vector3.one * side;
            Place(made, grid, parent, near, side / 2f);
            if (grid != null && (grid.ObstacleLayers & 1 << made.layer) != 0)
            {
                // Else a scan finds it too, and its first place stays closed.
                made.layer = OpenLayer(grid.ObstacleLayers);
            }
            PathObstacle obstacle = made.AddComponent<PathObstacle>();
            obstacle.GridSource = grid;
            Finish(made);
            return obstacle;
        }

        /// <summary>Gives a grid tilemaps that no list of it has yet.</summary>
        internal static void Share(TilemapGrid grid, List<Tilemap> tilemaps)
        {
            foreach (Tilemap tilemap in tilemaps)
            {
                (tilemap.GetComponent<Collider2D>() == null ? grid.Ground : grid.Walls).Add(tilemap);
            }
        }

        /// <summary>The tilemaps of objects and of their children, each once.</summary>
        internal static List<Tilemap> TilemapsIn(IEnumerable<GameObject> objects)
        {
            List<Tilemap> found = new List<Tilemap>();
            foreach (GameObject selected in objects)
            {
                foreach (Tilemap tilemap in selected.GetComponentsInChildren<Tilemap>(false))
                {
                    if (!found.Contains(tilemap))
                    {
                        found.Add(tilemap);
                    }
                }
            }
            return found;
        }

        /// <summary>The lowest layer that a mask leaves out: Default, unless walls are there.</summary>
        internal static int OpenLayer(int mask)
        {
            int layer = 0;
            while (layer < 31 && (mask & 1 << layer) != 0)
            {
                layer++;
            }
            return layer;
        }

        /// <summary>Puts an object under its parent or, without one, on the cell of a grid that is nearest.</summary>
        private static void Place(
            GameObject made, PathGridComponent grid, GameObject parent, Vector3 near, float height)
        {
            StageUtility.PlaceGameObjectInCurrentStage(made);
            if (parent != null && parent.GetComponent<PathGridComponent>() == null)
            {
                GameObjectUtility.SetParentAndAlign(made, parent);
                return;
            }
            if (grid == null)
            {
                made.transform.position = near;
                return;
            }
            GridFrame frame = grid.PlannedFrame();
            Vector2 cells = frame.ToCells(near - frame.Origin);
            int x = Math.Max(0, Math.Min(grid.Width - 1, (int)Math.Floor(cells.x)));
            int y = Math.Max(0, Math.Min(grid.Height - 1, (int)Math.Floor(cells.y)));
            float rise = grid.Plane == GridPlane.XZ ? height : 0f;
            made.transform.position = frame.CenterOf(x, y) + frame.Normal * rise;
        }

        private static void Finish(GameObject made)
        {
            GameObjectUtility.EnsureUniqueNameForSibling(made);
            Undo.RegisterCreatedObjectUndo(made, "Create " + made.name);
            Selection.activeGameObject = made;
        }
    }
}
