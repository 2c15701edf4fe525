using GridStar;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;

// Followers on grids with axes of their own.
public partial class PlacedGridTests
{
    [Test]
    public void A_follower_walks_in_the_grids_plane_at_its_own_height_and_turns_around_the_normal()
    {
        foreach (GridPlace place in Places)
        {
            using (PathGrid grid = new PathGrid(new PathGridSettings { Width = 9, Height = 7, Place = place }))
            {
                grid.FillRect(4, 0, 1, 6, CellType.Obstacle);
                GridFrame frame = new GridFrame(grid);
                PathFollower follower = new GameObject().AddComponent<PathFollower>();
                follower.Grid = grid;
                follower.Speed = 1f;
                follower.TurnSpeed = 1e6f;
                Vector3 raised = frame.Normal * 0.75f;
                follower.transform.position = grid.GetCellCenter(new GridCell(1, 1)) + raised;
                Vector3 goal = grid.GetCellCenter(new GridCell(7, 1));
                follower.TargetPosition = goal - raised * 2f;
                Frames.Advance(0.0);
                float left = follower.RemainingDistance;
                float expected = 0f;
                for (int i = 1; i < follower.Tracker.Count; i++)
                {
                    expected += Vector3.Distance(
                        grid.GetCellCenter(follower.Tracker[i - 1]), grid.GetCellCenter(follower.Tracker[i]));
                }
                Assert.That(left, Is.EqualTo(expected).Within(expected * 1e-4f), place.ToString());
                for (int step = 0; step < 400 && !follower.HasArrived; step++)
                {
                    Vector3 before = follower.transform.position;
                    Frames.Advance(0.1);
                    Vector3 here = follower.transform.position;
                    Assert.That(frame.HeightOf(here), Is.EqualTo(0.75f).Within(1e-3f), place.ToString());
                    Assert.That(grid.TryGetCellAt(here, out GridCell cell), Is.True);
                    Assert.AreEqual(CellType.Walkable, grid.GetCell(cell), place.ToString());
                    Assert.That((here - before).magnitude, Is.LessThan(0.1f + 1e-3f));
                    Vector3 way = here - before;
                    if (way.magnitude > 0.05f)
                    {
                        Quaternion turn = follower.transform.rotation;
                        bool isXZ = grid.Plane == GridPlane.XZ;
                        Vector3 ahead = turn * (isXZ ? Vector3.forward : Vector3.up);
                        Vector3 upwards = turn * (isXZ ? Vector3.up : Vector3.forward);
                        Assert.That(Vector3.Dot(ahead, way) / way.magnitude, Is.GreaterThan(0.999f), place.ToString());
                        Assert.That(Vector3.Dot(upwards, frame.Normal), Is.GreaterThan(0.999f), place.ToString());
                    }
                }
                Assert.That(follower.HasArrived, Is.True, place.ToString());
                AssertNear(goal + raised, follower.transform.position);
                UnityEngine.Object.Destroy(follower.gameObject);
            }
        }
    }

    [Test]
    public void A_follower_with_way_points_goes_straight_across_a_turned_grid()
    {
        foreach (GridPlace place in Places)
        {
            using (PathGrid grid = new PathGrid(new PathGridSettings { Width = 12, Height = 12, Place = place }))
            {
                grid.FillRect(6, 0, 1, 8, CellType.Obstacle);
                PathFollower follower = new GameObject().AddComponent<PathFollower>();
                follower.Grid = grid;
                follower.PathForm = PathForm.AnyAngle;
                GridFrame frame = new GridFrame(grid);
                follower.transform.position = grid.GetCellCenter(new GridCell(1, 1)) + frame.Column * 0.3f;
                follower.TargetPosition = grid.GetCellCenter(new GridCell(10, 2));
                for (int step = 0; step < 400 && !follower.HasArrived; step++)
                {
                    Frames.Advance(0.1);
                    Assert.That(grid.TryGetCellAt(follower.transform.position, out GridCell cell), Is.True);
                    Assert.AreEqual(CellType.Walkable, grid.GetCell(cell), place + " in " + cell);
                }
                Assert.That(follower.HasArrived, Is.True, place.ToString());
                UnityEngine.Object.Destroy(follower.gameObject);
            }
        }
    }

    [Test]
    public void A_target_across_the_plane_has_not_moved()
    {
        using (PathGrid grid = new PathGrid(new PathGridSettings { Width = 9, Height = 7, Place = Places[0] }))
        {
            PathFollower follower = new GameObject().AddComponent<PathFollower>();
            follower.Grid = grid;
            follower.Speed = 0f;
            follower.transform.position = grid.GetCellCenter(new GridCell(0, 0));
            GridFrame frame = new GridFrame(grid);
            Vector3 goal = grid.GetCellCenter(new GridCell(5, 5));
            follower.TargetPosition = goal;
            Frames.Advance(0.1);
            follower.TargetPosition = goal + frame.Normal * 9f;
            Frames.Advance(0.1);
            Assert.AreEqual(1, follower.Tracker.Searches);
            follower.TargetPosition = goal + frame.Column;
            Frames.Advance(0.1);
            Assert.AreEqual(2, follower.Tracker.Searches);
            UnityEngine.Object.Destroy(follower.gameObject);
        }
    }
}
