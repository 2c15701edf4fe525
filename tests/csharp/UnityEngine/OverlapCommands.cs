using System;
using Unity.Collections;
using Unity.Jobs;
using UnityEngine.Standin;

namespace UnityEngine
{
    public struct QueryParameters
    {
        public int layerMask;
        public bool hitMultipleFaces;
        public QueryTriggerInteraction hitTriggers;
        public bool hitBackfaces;

        public QueryParameters(
            int layerMask, bool hitMultipleFaces, QueryTriggerInteraction hitTriggers, bool hitBackfaces)
        {
            this.layerMask = layerMask;
            this.hitMultipleFaces = hitMultipleFaces;
            this.hitTriggers = hitTriggers;
            this.hitBackfaces = hitBackfaces;
        }
    }

    public struct ColliderHit
    {
        internal bool IsHit;

        public Collider collider { get { return IsHit ? new Collider() : null; } }
    }

    public struct OverlapSphereCommand
    {
        private readonly Vector3 _point;
        private readonly float _radius;
        private readonly QueryParameters _query;

        public OverlapSphereCommand(Vector3 point, float radius, QueryParameters queryParameters)
        {
            _point = point;
            _radius = radius;
            _query = queryParameters;
        }

        public static JobHandle ScheduleBatch(
            NativeArray<OverlapSphereCommand> commands,
            NativeArray<ColliderHit> results,
            int minCommandsPerJob,
            int maxHits,
            JobHandle dependsOn = default(JobHandle))
        {
            NativeArrays.Check(commands.Length * maxHits, results.Length);
            for (int i = 0; i < commands.Length; i++)
            {
                QueryParameters query = commands[i]._query;
                bool isHit = Colliders.Overlaps(
                    commands[i]._point, commands[i]._radius, query.layerMask, query.hitTriggers);
                results[i * maxHits] = new ColliderHit { IsHit = isHit };
            }
            return new JobHandle();
        }
    }

    public struct OverlapBoxCommand
    {
        private readonly Vector3 _center;
        private readonly Vector3 _halfExtents;
        private readonly Quaternion _orientation;
        private readonly QueryParameters _query;

        public OverlapBoxCommand(
            Vector3 center, Vector3 halfExtents, Quaternion orientation, QueryParameters queryParameters)
        {
            _center = center;
            _halfExtents = halfExtents;
            _orientation = orientation;
            _query = queryParameters;
        }

        public static JobHandle ScheduleBatch(
            NativeArray<OverlapBoxCommand> commands,
            NativeArray<ColliderHit> results,
            int minCommandsPerJob,
            int maxHits,
            JobHandle dependsOn = default(JobHandle))
        {
            NativeArrays.Check(commands.Length * maxHits, results.Length);
            for (int i = 0; i < commands.Length; i++)
            {
                QueryParameters query = commands[i]._query;
                bool isHit = Colliders.Overlaps(
                    commands[i]._center,
                    commands[i]._halfExtents,
                    commands[i]._orientation,
                    query.layerMask,
                    query.hitTriggers);
                results[i * maxHits] = new ColliderHit { IsHit = isHit };
            }
            return new JobHandle();
        }
    }
}

namespace UnityEngine.Standin
{
    public static partial class NativeArrays
    {
        internal static void Check(int needed, int capacity)
        {
            if (capacity < needed)
            {
                throw new ArgumentException(
                    "The results have " + capacity + " places and the commands need " + needed + ".");
            }
        }
    }
}
