using System;
using System.Collections.Generic;
using System.Globalization;
using UnityEngine;

namespace GridStar
{
    // The links of the inspector, and those that code adds.
    public sealed partial class PathFloorsComponent
    {
        /// <summary>For each of <see cref="Links"/>, its number on the floors; 0 if it was left out.</summary>
        private readonly List<int> _numbers = new List<int>();

        /// <summary>Joins the cells of two world positions by an open link.</summary>
        /// <param name="from">Where the link begins: on or above a floor.</param>
        /// <param name="to">Where the link ends: on or above a floor.</param>
        /// <param name="cost">On the scale of the grids' step costs: finite, at least 0.</param>
        /// <param name="oneWay">Whether it leads only to <paramref name="to"/>.</param>
        /// <returns>The link's number, for <see cref="RemoveLink"/> and the members of <see cref="Floors"/>.</returns>
        /// <exception cref="ArgumentException">An end is on no floor.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The cost is out of range, or a coordinate is NaN or
        /// infinite.</exception>
        /// <exception cref="InvalidOperationException">The floors can't be made.</exception>
        public int AddLink(Vector3 from, Vector3 to, double cost, bool oneWay = false)
        {
            PathFloors floors = NeedFloors();
            FloorLink link = new FloorLink(NeedCell(from, nameof(from)), NeedCell(to, nameof(to)), cost);
            link.OneWay = oneWay;
            return floors.AddLink(link);
        }

        /// <summary>Removes a link, by its number. A follower that is on the link finishes it.</summary>
        /// <exception cref="ArgumentOutOfRangeException">There is no such link.</exception>
        /// <exception cref="InvalidOperationException">The floors can't be made.</exception>
        public void RemoveLink(int link) => NeedFloors().RemoveLink(link);

        /// <summary>
        /// The number of a link of the inspector, for <see cref="RemoveLink"/> and for
        /// <see cref="PathFloors.SetLinkClosed"/>. It changes when a link's end has moved to another cell and its grid
        /// is built anew.
        /// </summary>
        /// <returns>The number; 0 if the link was left out.</returns>
        /// <exception cref="ArgumentOutOfRangeException">There was no such link when the floors were made.</exception>
        /// <exception cref="InvalidOperationException">The floors can't be made.</exception>
        public int GetLinkNumber(int index)
        {
            NeedFloors();
            if (index < 0 || index >= _numbers.Count)
            {
                throw new ArgumentOutOfRangeException(
                    nameof(index), index, "The floors were made with " + _numbers.Count + " links.");
            }
            return _numbers[index];
        }

        private PathFloors NeedFloors()
        {
            PathFloors floors = Floors;
            if (floors == null)
            {
                throw new InvalidOperationException(
                    "The floors of '" + name + "' can't be made. An error in the Console says why.");
            }
            return floors;
        }

        private FloorCell NeedCell(Vector3 position, string parameter)
        {
            if (!_floors.TryGetCellAt(position, out FloorCell cell, HeightTolerance))
            {
                throw new ArgumentException("The position " + TextOf(position) + " is on no floor.", parameter);
            }
            return cell;
        }

        /// <summary>
        /// Adds the links of the inspector. A link that is there already stays if its ends are in the same cells as
        /// before. One error names the links that are left out.
        /// </summary>
        private void PlaceLinks()
        {
            string mistakes = null;
            for (int i = 0; i < Links.Count; i++)
            {
                if (_numbers.Count == i)
                {
                    _numbers.Add(0);
                }
                string mistake = Links[i] == null ? null : PlaceLink(i);
                if (mistake != null)
                {
                    mistakes += "\nLink " + i + " is left out: " + mistake;
                }
            }
            if (mistakes != null)
            {
                Debug.LogError(
                    "GridStar: PathFloorsComponent on '" + name + "' has links that lead nowhere." + mistakes, this);
            }
        }

        /// <summary>Returns why the link is left out, or null.</summary>
        private string PlaceLink(int index)
        {
            FloorLinkSettings settings = Links[index];
            bool isThere = _floors.TryGetLink(_numbers[index], out FloorLink before);
            if (_numbers[index] != 0 && !isThere)
            {
                // Code has removed it.
                return null;
            }
            FloorLink link = default(FloorLink);
            string mistake = Find(settings.Start, "From", ref link.From) ?? Find(settings.End, "To", ref link.To);
            if (mistake == null && link.From == link.To)
            {
                mistake = "both ends are in the same cell, " + link.From + ".";
            }
            if (mistake == null && isThere && before.From == link.From && before.To == link.To)
            {
                return null;
            }
            if (isThere)
            {
                _floors.RemoveLink(_numbers[index]);
                _numbers[index] = 0;
            }
            if (mistake != null)
            {
                return mistake;
            }
            link.Cost = isThere ? before.Cost : settings.Cost;
            link.OneWay = settings.OneWay;
            link.Closed = isThere ? before.Closed : settings.Closed;
            try
            {
                _numbers[index] = _floors.AddLink(link);
                return null;
            }
            catch (ArgumentException cause)
            {
                return cause.Message;
            }
        }

        private string Find(Vector3 position, string end, ref FloorCell cell)
        {
            try
            {
                return _floors.TryGetCellAt(position, out cell, HeightTolerance)
                    ? null
                    : "its end " + end + " at " + TextOf(position) + " is on no floor.";
            }
            catch (ArgumentOutOfRangeException cause)
            {
                return cause.Message;
            }
        }

        private static string TextOf(Vector3 position)
        {
            CultureInfo culture = CultureInfo.InvariantCulture;
            return "(" + position.x.ToString(culture) + ", " + position.y.ToString(culture) + ", "
                + position.z.ToString(culture) + ")";
        }

        /// <summary>Lists who is on a link: the followers between its ends.</summary>
        /// <param name="followers">List that is cleared and filled.</param>
        /// <returns>Number of followers.</returns>
        public int GetFollowersOn(int link, List<PathFollower> followers)
        {
            if (followers == null)
            {
                throw new ArgumentNullException(nameof(followers));
            }
            followers.Clear();
            Traffic.List(link, followers);
            return followers.Count;
        }

        /// <summary>Turns on the links.</summary>
        internal LinkTraffic Traffic { get; } = new LinkTraffic();
    }
}
