// The shape of com.unity.collections 1.2 and 2.x.
namespace Unity.Collections
{
    public static class AllocatorManager
    {
        public struct AllocatorHandle
        {
            internal Allocator Allocator;

            public static implicit operator AllocatorHandle(Allocator a) => new AllocatorHandle { Allocator = a };
        }
    }
}
