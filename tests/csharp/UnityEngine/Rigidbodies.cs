using UnityEngine.Standin;

namespace UnityEngine
{
    /// <summary>A body that moves in the next physics step to where it was told to. Nothing is in its way.</summary>
    public class Rigidbody : Component, IStepped
    {
        private Vector3? _nextPosition;
        private Quaternion? _nextRotation;

        public Vector3 position
        {
            get => transform.position;
            set => transform.position = value;
        }

        public Quaternion rotation
        {
            get => transform.rotation;
            set => transform.rotation = value;
        }

        public void MovePosition(Vector3 position)
        {
            MainThread.Require("MovePosition");
            _nextPosition = position;
        }

        public void MoveRotation(Quaternion rot)
        {
            MainThread.Require("MoveRotation");
            _nextRotation = rot;
        }

        void IStepped.Step()
        {
            position = _nextPosition ?? position;
            rotation = _nextRotation ?? rotation;
            _nextPosition = null;
            _nextRotation = null;
        }
    }

    /// <summary><see cref="Rigidbody"/> in the xy plane. The stand-in does not turn its transform.</summary>
    public sealed class Rigidbody2D : Component, IStepped
    {
        private Vector2? _nextPosition;
        private float? _nextRotation;

        public Vector2 position
        {
            get => new Vector2(transform.position.x, transform.position.y);
            set => transform.position = new Vector3(value.x, value.y, transform.position.z);
        }

        /// <summary>In degrees, counterclockwise.</summary>
        public float rotation { get; set; }

        public void MovePosition(Vector2 position)
        {
            MainThread.Require("MovePosition");
            _nextPosition = position;
        }

        public void MoveRotation(float angle)
        {
            MainThread.Require("MoveRotation");
            _nextRotation = angle;
        }

        void IStepped.Step()
        {
            position = _nextPosition ?? position;
            rotation = _nextRotation ?? rotation;
            _nextPosition = null;
            _nextRotation = null;
        }
    }

    [System.Flags]
    public enum CollisionFlags
    {
        None = 0,
        Sides = 1,
        Above = 2,
        Below = 4,
    }

    /// <summary>Nothing is in its way, and it always stands on the ground.</summary>
    public class CharacterController : Collider
    {
        public bool SimpleMove(Vector3 speed)
        {
            MainThread.Require("SimpleMove");
            transform.position += new Vector3(speed.x, 0f, speed.z) * Time.deltaTime;
            return true;
        }

        public CollisionFlags Move(Vector3 motion)
        {
            MainThread.Require("Move");
            transform.position += motion;
            return CollisionFlags.None;
        }
    }
}
