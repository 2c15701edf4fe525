namespace GridStar
{
    /// <summary>How a <see cref="PathFollower"/> moves its object.</summary>
    public enum FollowerMotion
    {
        /// <summary>It sets the transform's position in each frame.</summary>
        Transform = 0,

        /// <summary>It calls Rigidbody.MovePosition in each physics step. For a kinematic body.</summary>
        Rigidbody = 1,

        /// <summary>
        /// It calls Rigidbody2D.MovePosition in each physics step. Only on a grid in the xy plane.
        /// </summary>
        Rigidbody2D = 2,

        /// <summary>
        /// It calls CharacterController.SimpleMove in each frame, which adds gravity; on a grid in the xy plane, and on
        /// a link to another height, Move, which does not.
        /// </summary>
        CharacterController = 3,
    }
}
