using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.Tilemaps;

namespace GridStar.Editor
{
    /// <summary>
    /// Names what the open scenes lack before an agent can walk: library, grid, layers, colliders, camera. What a click
    /// can add, it offers; each offer can be undone.
    /// </summary>
    internal static class SetupCheck
    {
        /// <summary>The layer that the manual uses for walls.</summary>
        internal const string WallLayer = "Walls";

        private const string UndoName = "Mend Setup";

        /// <summary>Problems now. Empty: none that the check knows.</summary>
        internal static List<SetupProblem> Find()
        {
            List<SetupProblem> problems = new List<SetupProblem>();
            // Physics learns of moved colliders in its steps, which edit mode has not.
            Physics.SyncTransforms();
            Physics2D.SyncTransforms();
            CheckLibrary(problems);
            List<PathGridComponent> grids = StageObjects.All<PathGridComponent>();
            List<TilemapGrid> tilemapGrids = StageObjects.All<TilemapGrid>();
            if (grids.Count + tilemapGrids.Count == 0)
            {
                problems.Add(WithoutGrid());
            }
            grids.ForEach(grid => CheckGrid(grid, problems));
            tilemapGrids.ForEach(grid => CheckTilemaps(grid, problems));
            PathGridComponent first = grids.Count == 0 ? null : grids[0];
            StageObjects.All<PathFollower>().ForEach(follower => CheckFollower(follower, first, problems));
            StageObjects.All<PathObstacle>().ForEach(obstacle => CheckObstacle(obstacle, first, problems));
            if (StageObjects.All<Camera>().Count == 0)
            {
                problems.Add(new SetupProblem(
                    "The scene has no camera: the Game view stays empty, and clicks find no cell.",
                    null,
                    "Make a camera",
                    () => MakeCamera(first)));
            }
            return problems;
        }

        private static void CheckLibrary(List<SetupProblem> problems)
        {
            string reason = MissingLibraryNotice.Reason();
            if (reason != null)
            {
                problems.Add(new SetupProblem(reason, null));
            }
            string missing = PlatformLibraries.MissingFor(EditorUserBuildSettings.activeBuildTarget);
            if (missing != null)
            {
                problems.Add(new SetupProblem(
                    "The project has no native library for " + missing + ": a player for it can't be built. The page "
                        + "Platforms of the manual lists the libraries.",
                    null));
            }
        }

        private static SetupProblem WithoutGrid()
        {
            if (StageObjects.All<Tilemap>().Count > 0)
            {
                return new SetupProblem(
                    "The scene has no grid.",
                    null,
                    "Make one of the tilemaps",
                    () => FirstSteps.MakeTilemapGrid(
                        StageObjects.All<Tilemap>().ConvertAll(tilemap => tilemap.gameObject)));
            }
            return new SetupProblem(
                "The scene has no grid. Select the ground and the walls first, so that it fits them.",
                null,
                "Make a grid from the selection",
                () => FirstSteps.MakeGrid(Selection.gameObjects, Vector3.zero));
        }

        private static void CheckGrid(PathGridComponent grid, List<SetupProblem> problems)
        {
            GridSurroundings around = new GridSurroundings(grid);
            foreach (Component ground in around.Grounds)
            {
                if ((grid.ObstacleLayers & 1 << ground.gameObject.layer) != 0)
                {
                    problems.Add(GroundIsWall(grid, ground));
                }
            }
            if ((grid.ObstacleLayers & grid.WallLayers) != 0)
            {
                problems.Add(WallIsObstacle(grid));
            }
            bool hasOther = grid.Terrain.Count > 0 || grid.ObstacleTag != "" || grid.RandomShare > 0f
                || grid.Baked != null || !grid.Painted.IsEmpty || grid.WallLayers != 0 || !grid.PaintedWalls.IsEmpty;
            if (grid.ObstacleLayers == 0 && !hasOther)
            {
                problems.Add(WithoutLayers(grid, around));
            }
            else if (grid.ObstacleLayers != 0 && (around.WallLayers & grid.ObstacleLayers) == 0 && !hasOther)
            {
                problems.Add(WithoutWalls(grid, around));
            }
        }

        private static SetupProblem WallIsObstacle(PathGridComponent grid)
        {
            int both = grid.ObstacleLayers & grid.WallLayers;
            string names = ProjectLayers.NamesOf(both);
            return new SetupProblem(
                "The grid '" + grid.name + "' has " + names + " among its ObstacleLayers and its WallLayers: the cells "
                    + "beside a thin wall are obstacles.",
                grid,
                "Take " + names + " out of the ObstacleLayers",
                () => Scan(grid, grid.ObstacleLayers & ~both));
        }

        private static SetupProblem GroundIsWall(PathGridComponent grid, Component ground)
        {
            int layer = FirstSteps.OpenLayer(grid.ObstacleLayers);
            return new SetupProblem(
                "'" + ground.name + "' lies under the whole grid '" + grid.name + "' and is on one of its "
                    + "ObstacleLayers: every cell is an obstacle.",
                ground,
                "Put it on the layer " + ProjectLayers.NamesOf(1 << layer),
                () => MoveToLayer(ground.gameObject, layer));
        }

        private static SetupProblem WithoutLayers(PathGridComponent grid, GridSurroundings around)
        {
            string text = "The grid '" + grid.name + "' has no ObstacleLayers: it finds no walls.";
            int layers = around.WallLayers & ~around.GroundLayers;
            if (layers != 0)
            {
                string names = ProjectLayers.NamesOf(layers);
                return new SetupProblem(text, grid, "Scan the layers " + names, () => Scan(grid, layers));
            }
            if (around.Walls.Count > 0)
            {
                return new SetupProblem(
                    text + " The walls are on the layer of the ground.",
                    grid,
                    "Put " + Counted(around.Walls.Count, "object") + " on the layer " + WallLayer + ", and scan it",
                    () => MoveToWalls(grid, around.Walls));
            }
            return around.Bare.Count > 0
                ? new SetupProblem(
                    text + " " + Counted(around.Bare.Count, "object") + " above it without a collider.",
                    grid,
                    "Add box colliders, put the objects on the layer " + WallLayer + ", and scan it",
                    () => AddColliders(grid, around.Bare))
                : new SetupProblem(text + " No collider stands on it either.", grid);
        }

        private static SetupProblem WithoutWalls(PathGridComponent grid, GridSurroundings around)
        {
            string text = "No collider on the layers " + ProjectLayers.NamesOf(grid.ObstacleLayers)
                + " stands on the grid '" + grid.name + "': all its cells are walkable.";
            List<GameObject> bare =
                around.Bare.FindAll(other => (grid.ObstacleLayers & 1 << other.layer) != 0);
            return bare.Count == 0
                ? new SetupProblem(text, grid)
                : new SetupProblem(
                    text,
                    grid,
                    "Add box colliders to " + Counted(bare.Count, "object") + " on these layers",
                    () => bare.ForEach(other => Undo.AddComponent<BoxCollider>(other)));
        }

        private static void CheckTilemaps(TilemapGrid grid, List<SetupProblem> problems)
        {
            bool isEmpty = grid.Ground.Count + grid.Walls.Count + grid.Terrain.Count == 0;
            List<Tilemap> tilemaps = isEmpty ? StageObjects.All<Tilemap>() : null;
            if (isEmpty && tilemaps.Count == 0)
            {
                problems.Add(new SetupProblem("The grid '" + grid.name + "' and the scene have no tilemap.", grid));
            }
            else if (isEmpty)
            {
                problems.Add(new SetupProblem(
                    "The grid '" + grid.name + "' has no tilemaps.",
                    grid,
                    "Take those of the scene: with a collider as walls, the others as ground",
                    () =>
                    {
                        Undo.RecordObject(grid, UndoName);
                        FirstSteps.Share(grid, tilemaps);
                        PrefabUtility.RecordPrefabInstancePropertyModifications(grid);
                    }));
            }
        }

        private static void CheckFollower(PathFollower follower, PathGridComponent first, List<SetupProblem> problems)
        {
            if (follower.GridSource == null && follower.Floors == null)
            {
                string text = "'" + follower.name + "' has no GridSource: it stands still until code sets Grid.";
                problems.Add(first == null
                    ? new SetupProblem(text, follower)
                    : new SetupProblem(text, follower, "Use '" + first.name + "'", () =>
                    {
                        Undo.RecordObject(follower, UndoName);
                        follower.GridSource = first;
                        PrefabUtility.RecordPrefabInstancePropertyModifications(follower);
                    }));
            }
        }

        private static void CheckObstacle(PathObstacle obstacle, PathGridComponent first, List<SetupProblem> problems)
        {
            PathGridComponent grid = obstacle.GridSource;
            if (grid == null)
            {
                string text = "'" + obstacle.name + "' has no GridSource: it closes no cells.";
                problems.Add(first == null
                    ? new SetupProblem(text, obstacle)
                    : new SetupProblem(text, obstacle, "Use '" + first.name + "'", () =>
                    {
                        Undo.RecordObject(obstacle, UndoName);
                        obstacle.GridSource = first;
                        PrefabUtility.RecordPrefabInstancePropertyModifications(obstacle);
                    }));
                return;
            }
            bool hasCollider =
                obstacle.GetComponent<Collider>() != null || obstacle.GetComponent<Collider2D>() != null;
            if (hasCollider && (grid.ObstacleLayers & 1 << obstacle.gameObject.layer) != 0)
            {
                int layer = FirstSteps.OpenLayer(grid.ObstacleLayers);
                problems.Add(new SetupProblem(
                    "'" + obstacle.name + "' is a Path Obstacle on one of the ObstacleLayers of '" + grid.name
                        + "': a scan finds it too, and its first place stays closed once it has left.",
                    obstacle,
                    "Put it on the layer " + ProjectLayers.NamesOf(1 << layer),
                    () => MoveToLayer(obstacle.gameObject, layer)));
            }
        }

        private static void Scan(PathGridComponent grid, int layers)
        {
            Undo.RecordObject(grid, UndoName);
            grid.ObstacleLayers = layers;
            PrefabUtility.RecordPrefabInstancePropertyModifications(grid);
        }

        private static void MoveToWalls(PathGridComponent grid, List<Component> walls)
        {
            int layer = ProjectLayers.FindOrAdd(WallLayer);
            if (layer < 0)
            {
                Debug.LogWarning("GridStar: all layers of the project have names, so that none is left for walls.");
                return;
            }
            foreach (Component wall in walls)
            {
                MoveToLayer(wall.gameObject, layer);
            }
            Scan(grid, 1 << layer);
        }

        private static void AddColliders(PathGridComponent grid, List<GameObject> bare)
        {
            List<Component> walls = new List<Component>();
            bare.ForEach(other => walls.Add(Undo.AddComponent<BoxCollider>(other)));
            MoveToWalls(grid, walls);
        }

        private static void MoveToLayer(GameObject moved, int layer)
        {
            Undo.RecordObject(moved, UndoName);
            moved.layer = layer;
            PrefabUtility.RecordPrefabInstancePropertyModifications(moved);
        }

        /// <summary>A camera that sees a whole grid: from above, or from the front of one in the XY plane.</summary>
        private static void MakeCamera(PathGridComponent grid)
        {
            GameObject made = new GameObject("Main Camera") { tag = "MainCamera" };
            StageUtility.PlaceGameObjectInCurrentStage(made);
            Camera camera = made.AddComponent<Camera>();
            camera.orthographic = true;
            if (grid != null)
            {
                GridFrame frame = grid.PlannedFrame();
                float longer = Math.Max(grid.Width, grid.Height) * grid.CellSize;
                Vector3 middle = frame.Origin + frame.Column * (grid.Width / 2f) + frame.Row * (grid.Height / 2f);
                bool isXZ = grid.Plane == GridPlane.XZ;
                camera.orthographicSize = longer / 2f;
                made.transform.position = middle + frame.Normal * ((isXZ ? 1f : -1f) * longer);
                made.transform.eulerAngles = new Vector3(isXZ ? 90f : 0f, 0f, 0f);
            }
            Undo.RegisterCreatedObjectUndo(made, "Create Main Camera");
        }

        private static string Counted(int count, string noun) => count + " " + noun + (count == 1 ? "" : "s");
    }
}
