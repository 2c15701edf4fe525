using System;
using UnityEngine;
#if UNITY_2022_2_OR_NEWER
using Unity.Collections;
using Unity.Jobs;
#endif

namespace GridStar
{
    /// <summary>A sphere or box that is tested against colliders at the center of each cell.</summary>
    internal struct ColliderProbe
    {
        private bool _isBox;
        private Vector3 _halfExtents;
        private float _radius;
        private LayerMask _layers;
        private QueryTriggerInteraction _triggers;

        internal static ColliderProbe Spheres(float radius, LayerMask layers, QueryTriggerInteraction triggers)
            => new ColliderProbe { _radius = radius, _layers = layers, _triggers = triggers };

        internal static ColliderProbe Boxes(Vector3 halfExtents, LayerMask layers, QueryTriggerInteraction triggers)
        {
            return new ColliderProbe
            {
                _isBox = true,
                _halfExtents = halfExtents,
                _layers = layers,
                _triggers = triggers,
            };
        }

#if UNITY_2022_2_OR_NEWER
        /// <summary>Cells of one batch. Its commands and results take about 1 MB.</summary>
        private const int BatchSize = 16384;

        /// <summary>Cells of one job. A query takes about a microsecond, starting a job a few.</summary>
        private const int CellsPerJob = 64;

        /// <summary>Sets the type of the cells of a rectangle whose shape overlaps a collider.</summary>
        internal void Mark(CellMap map, CellCenters centers, CellRect rect, CellType type)
        {
            int size = Math.Min(rect.Count(), BatchSize);
            NativeArray<ColliderHit> hits = new NativeArray<ColliderHit>(size, Allocator.TempJob);
            try
            {
                for (int first = 0; first < rect.Count(); first += size)
                {
                    int count = Math.Min(size, rect.Count() - first);
                    if (_isBox)
                    {
                        FindBoxes(centers, rect, first, count, hits);
                    }
                    else
                    {
                        FindSpheres(centers, rect, first, count, hits);
                    }
                    for (int i = 0; i < count; i++)
                    {
                        if (hits[i].collider != null)
                        {
                            map.Set(rect.X + (first + i) % rect.Width, rect.Y + (first + i) / rect.Width, type);
                        }
                    }
                }
            }
            finally
            {
                hits.Dispose();
            }
        }

        private void FindSpheres(
            CellCenters centers, CellRect rect, int first, int count, NativeArray<ColliderHit> hits)
        {
            QueryParameters query = new QueryParameters(_layers, false, _triggers, false);
            NativeArray<OverlapSphereCommand> commands =
                new NativeArray<OverlapSphereCommand>(count, Allocator.TempJob);
            try
            {
                for (int i = 0; i < count; i++)
                {
                    commands[i] = new OverlapSphereCommand(centers.At(rect, first + i), _radius, query);
                }
                OverlapSphereCommand.ScheduleBatch(commands, hits, CellsPerJob, 1).Complete();
            }
            finally
            {
                commands.Dispose();
            }
        }

        private void FindBoxes(
            CellCenters centers, CellRect rect, int first, int count, NativeArray<ColliderHit> hits)
        {
            QueryParameters query = new QueryParameters(_layers, false, _triggers, false);
            NativeArray<OverlapBoxCommand> commands = new NativeArray<OverlapBoxCommand>(count, Allocator.TempJob);
            try
            {
                for (int i = 0; i < count; i++)
                {
                    Vector3 center = centers.At(rect, first + i);
                    commands[i] = new OverlapBoxCommand(center, _halfExtents, centers.Probe.Rotation, query);
                }
                OverlapBoxCommand.ScheduleBatch(commands, hits, CellsPerJob, 1).Complete();
            }
            finally
            {
                commands.Dispose();
            }
        }
#else
        /// <summary>Sets the type of the cells of a rectangle whose shape overlaps a collider.</summary>
        internal void Mark(CellMap map, CellCenters centers, CellRect rect, CellType type)
        {
            for (int i = 0; i < rect.Count(); i++)
            {
                Vector3 center = centers.At(rect, i);
                bool isBlocked = _isBox
                    ? Physics.CheckBox(center, _halfExtents, centers.Probe.Rotation, _layers, _triggers)
                    : Physics.CheckSphere(center, _radius, _layers, _triggers);
                if (isBlocked)
                {
                    map.Set(rect.X + i % rect.Width, rect.Y + i / rect.Width, type);
                }
            }
        }
#endif
    }
}
