using System;
using System.Collections.Generic;
using UnityEngine;

namespace GridStar
{
    /// <summary>
    /// A <see cref="TraversalProfile"/> as an asset: what each cell type is called, how it looks in pictures, and what
    /// it costs. Create one with Assets > Create > GridStar > Traversal Profile.
    /// </summary>
    /// <remarks>
    /// Components and scripts that use one asset share one native profile. Changes in the inspector reach it at once,
    /// also in play mode; after changes by code, call <see cref="Apply"/>. Unity's main thread only; any thread may use
    /// the profile itself.
    /// </remarks>
    [CreateAssetMenu(menuName = "GridStar/Traversal Profile", fileName = "Traversal Profile")]
    [DocumentationPage("terrain")]
    public sealed class TraversalProfileAsset : ScriptableObject
    {
        /// <summary>
        /// The types that differ from plain ground. Types that are not listed cost 1, and obstacles are blocked. If a
        /// type is listed twice, the last entry counts.
        /// </summary>
        [Tooltip(
            "The types that differ from plain ground. Types that are not listed cost 1, and obstacles are "
            + "blocked. If a type is listed twice, the last entry counts.")]
        public List<Entry> Entries = new List<Entry>();

        /// <summary>Which costs a step counts.</summary>
        [Tooltip("Which costs a step counts.")]
        public TraversalCharge Charge;

        private const float LeastCost = 1f / 128f;
        private const float MostCost = 1024f;

        private TraversalProfile _profile;

        /// <summary>The profile, created when first read.</summary>
        /// <exception cref="ArgumentOutOfRangeException">A cost is out of range. The message names its
        /// type.</exception>
        /// <exception cref="GridStarException">The native library is missing or has another ABI version.</exception>
        public TraversalProfile Profile
        {
            get
            {
                if (_profile == null || _profile.IsDisposed)
                {
                    TraversalProfile profile = new TraversalProfile();
                    try
                    {
                        CopyTo(profile);
                    }
                    catch
                    {
                        profile.Dispose();
                        throw;
                    }
                    _profile = profile;
                }
                return _profile;
            }
        }

        /// <summary>Brings <see cref="Profile"/> up to date after code has changed this asset.</summary>
        /// <exception cref="ArgumentOutOfRangeException">A cost is out of range. The message names its type. The
        /// profile stays as it was.</exception>
        public void Apply()
        {
            if (_profile != null && !_profile.IsDisposed)
            {
                CopyTo(_profile);
            }
        }

        /// <summary>The names of the listed types.</summary>
        public CellTypeNames GetNames()
        {
            CellTypeNames names = new CellTypeNames();
            foreach (Entry entry in Entries)
            {
                names.Entries.Add(new CellTypeNames.Entry { Type = entry.Type, Name = entry.Name });
            }
            return names;
        }

        private void CopyTo(TraversalProfile profile)
        {
            float[] costs = new float[TraversalProfile.TypeCount];
            for (int type = 0; type < costs.Length; type++)
            {
                costs[type] = type == (int)CellType.Obstacle ? 0f : 1f;
            }
            foreach (Entry entry in Entries)
            {
                if (entry.Cost == 0f && !entry.IsBlocked)
                {
                    string message = "The cost of type " + entry.Type + " is 0. Set IsBlocked to block the type.";
                    throw new ArgumentOutOfRangeException(nameof(Entries), message);
                }
                costs[entry.Type] = entry.IsBlocked ? 0f : entry.Cost;
            }
            profile.SetCosts(costs);
            profile.Charge = Charge;
        }

        private void OnValidate()
        {
            ValidatedSettings settings = default(ValidatedSettings);
            foreach (Entry entry in Entries)
            {
                settings.Clamp(ref entry.Cost, LeastCost, MostCost, "the cost of type " + entry.Type);
            }
            settings.Report(this);
            Apply();
        }

        private void OnDestroy()
        {
            if (_profile != null)
            {
                _profile.Dispose();
                _profile = null;
            }
        }

        /// <summary>One cell type.</summary>
        [Serializable]
        public class Entry
        {
            /// <summary>The number of the <see cref="CellType"/>.</summary>
            [Tooltip("The number of the CellType.")]
            public byte Type = 2;

            /// <summary>The name, such as grass.</summary>
            [Tooltip("The name, such as grass.")]
            public string Name = "";

            /// <summary>The color in pictures of searches. Its alpha is ignored.</summary>
            [Tooltip("The color in pictures of searches. Its alpha is ignored.")]
            public Color Color = new Color(0.5f, 0.5f, 0.5f, 1f);

            /// <summary>
            /// How many times as much a step costs: 1/128 to 1024, rounded to hundredths unless it is a multiple of
            /// 1/64. 1 is plain ground. Without effect on a blocked type.
            /// </summary>
            [Tooltip(
                "How many times as much a step costs: 1/128 to 1024, rounded to hundredths unless it is a multiple of "
                + "1/64. 1 is plain ground. Without effect on a blocked type.")]
            [Min(LeastCost)]
            public float Cost = 1f;

            /// <summary>Whether no path may enter cells of this type.</summary>
            [Tooltip("Whether no path may enter cells of this type.")]
            public bool IsBlocked;
        }
    }
}
