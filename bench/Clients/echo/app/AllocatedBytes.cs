#if NET
namespace HttpPerf.EchoApp;

/// <summary>Bytes that all threads of this process have allocated, which .NET counts exactly.</summary>
internal static class AllocatedBytes
{
    public static long? Total() => GC.GetTotalAllocatedBytes(precise: true);

    public static void ReadOfThisThread()
    {
    }
}
#endif
