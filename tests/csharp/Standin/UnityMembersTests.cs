using System.Collections.Generic;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.Standin;
using UnityEngine.Tilemaps;

/// <summary>Members of the stand-in for Unity that scripts of games use, as Unity documents them.</summary>
public class UnityMembersTests
{
    [SetUp]
    public void MakeScene()
    {
        Frames.Reset();
        Scene.Clear();
        DrawnGizmos.Clear();
        Screens.PixelsPerUnit = 10f;
    }

    [Test]
    public void A_destroyed_object_equals_null_and_its_members_throw()
    {
        GameObject made = new GameObject("Wall");
        BoxCollider box = made.AddComponent<BoxCollider>();
        Transform place = made.transform;
        Assert.That(made == box.gameObject && made && box && place);
        Object.DestroyImmediate(made);
        Assert.That(made == null && box == null && place == null);
        Assert.That(!made && made.Equals(null) && (object)made != null);
        Assert.Throws<MissingReferenceException>(() => made.name.ToString());
        Assert.Throws<MissingReferenceException>(() => box.gameObject.ToString());
        Assert.Throws<MissingReferenceException>(() => place.position = Vector3.zero);
        Object.Destroy(made);
    }

    [Test]
    public void A_frame_destroys_at_its_end_in_the_order_of_the_calls()
    {
        List<string> told = new List<string>();
        Teller first = new GameObject("first").AddComponent<Teller>();
        Teller second = new GameObject("second").AddComponent<Teller>();
        first.Told = second.Told = told;
        first.During = () =>
        {
            Object.Destroy(second.gameObject);
            Object.Destroy(first);
            Assert.That(second != null && first != null);
        };
        Frames.Advance(0.1);
        Assert.That(second == null && first == null);
        Assert.AreEqual(
            new[]
            {
                "first Update", "second Update", "first LateUpdate", "second LateUpdate", "second OnDisable",
                "second OnDestroy", "first OnDisable", "first OnDestroy",
            },
            told.ToArray());
        told.Clear();
        Frames.Advance(0.1);
        Assert.That(told, Is.Empty);
        Assert.AreEqual(1, Scene.Named("first").Count);
    }

    [Test]
    public void A_parent_takes_its_children_along_and_a_child_can_change_its_parent()
    {
        Transform parent = new GameObject("parent").transform;
        Transform other = new GameObject("other").transform;
        Transform child = new GameObject("child").transform;
        child.parent = parent;
        child.parent = other;
        Assert.That(Scene.ChildrenOf(parent.gameObject), Is.Empty);
        Object.DestroyImmediate(parent.gameObject);
        Assert.That(child != null && child.parent == other);
        Object.DestroyImmediate(other.gameObject);
        Assert.That(child == null);
        Transform free = new GameObject("free").transform;
        free.parent = new GameObject("third").transform;
        free.parent = null;
        Assert.That(free.parent == null);
    }

    [Test]
    public void A_ray_through_a_pixel_meets_the_plane_that_the_camera_looks_at()
    {
        Camera camera = new GameObject("Main Camera").AddComponent<Camera>();
        Ray ahead = camera.ScreenPointToRay(new Vector3(25f, 40f, 0f));
        Assert.That(new Plane(Vector3.forward, Vector3.zero).Raycast(ahead, out float enter));
        Assert.AreEqual(new Vector3(2.5f, 4f, 0f), ahead.GetPoint(enter));
        camera.transform.eulerAngles = new Vector3(90f, 0f, 0f);
        Ray down = camera.ScreenPointToRay(new Vector3(25f, 40f, 0f));
        Plane ground = new Plane(Vector3.up, new Vector3(0f, 1f, 0f));
        Assert.That(ground.Raycast(down, out enter));
        Assert.AreEqual(9f, enter);
        Assert.AreEqual(new Vector3(2.5f, 1f, 4f), down.GetPoint(enter));
        Assert.That(!ground.Raycast(ahead, out enter) && enter == 0f);
        Assert.That(!new Plane(Vector3.up, new Vector3(0f, 20f, 0f)).Raycast(down, out enter) && enter == -10f);
    }

    [Test]
    public void Small_members_do_as_their_names_say()
    {
        Vector3 vector = Vector3.zero;
        vector.Set(1f, 2f, 3f);
        Assert.AreEqual(new Vector3(1f, 2f, 3f), vector);
        Gizmos.color = Color.red;
        Gizmos.DrawWireCube(vector, Vector3.one);
        Assert.AreEqual(vector, DrawnGizmos.WireCubes[0].Center);
        Assert.That(DrawnGizmos.Cubes, Is.Empty);
        Clicks.Press();
        Assert.That(Input.GetMouseButton(0), Is.False);
        Frames.Advance(0.1);
        Assert.That(Input.GetMouseButton(0) && !Input.GetMouseButton(1));
        Frames.Advance(0.1);
        Assert.That(Input.GetMouseButton(0), Is.False);
        Tilemap tilemap = new GameObject("Tiles").AddComponent<Tilemap>();
        tilemap.SetTile(new Vector3Int(1, 2, 0), ScriptableObject.CreateInstance<Tile>());
        tilemap.ClearAllTiles();
        Assert.That(tilemap.HasTile(new Vector3Int(1, 2, 0)), Is.False);
    }

    private sealed class Teller : MonoBehaviour
    {
        internal List<string> Told = new List<string>();
        internal System.Action During;

        private void Update()
        {
            Tell("Update");
            if (During != null)
            {
                During();
            }
        }

        private void LateUpdate() => Tell("LateUpdate");

        private void OnDisable() => Tell("OnDisable");

        private void OnDestroy() => Tell("OnDestroy");

        private void Tell(string message) => Told.Add(name + " " + message);
    }
}
