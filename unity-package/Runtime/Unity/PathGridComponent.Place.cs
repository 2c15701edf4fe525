using System;
using UnityEngine;

namespace GridStar
{
    // Where the grid lies while the object moves.
    public sealed partial class PathGridComponent
    {
        /// <summary>The last place that the object had, whether or not the grid can lie there.</summary>
        private GridPlace _tried;
        private bool _hasWarnedOfPlace;

        /// <summary>How many times the grid has moved with its object.</summary>
        internal int Moves { get; private set; }

        /// <summary>Where a grid made now would lie.</summary>
        internal GridFrame PlannedFrame() => new GridFrame(PlaceNow(), Plane, CellSize, Layout);

        /// <summary>Moves the grid to the object's place, if it is to follow and the place has changed.</summary>
        private void Follow()
        {
            if (!FollowTransform || _grid == null || _grid.IsDisposed)
            {
                return;
            }
            GridPlace place = transform.ToGridPlace(Plane, CellSize, Layout);
            if (place == _tried)
            {
                return;
            }
            _tried = place;
            int status = _grid.MoveTo(place);
            if (status < 0)
            {
                WarnOfPlace(status, place);
                return;
            }
            Moves++;
            DrawLines();
        }

        /// <summary>Warns once, and not in each frame of an animation that passes by a scale of 0.</summary>
        private void WarnOfPlace(int status, GridPlace place)
        {
            if (_hasWarnedOfPlace)
            {
                return;
            }
            _hasWarnedOfPlace = true;
            Exception cause = NativeErrors.Create(status, "transform", place);
            Debug.LogWarning(
                "GridStar: the grid of '" + name + "' can't lie at its object's place and stays at the last one: "
                    + cause.Message,
                this);
        }
    }
}
