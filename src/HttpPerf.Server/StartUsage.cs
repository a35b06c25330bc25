using System.Globalization;
using System.Runtime;
using HttpPerf.Counting;

namespace HttpPerf.Server;

/// <summary>Resources that a process has used since it started.</summary>
/// <param name="Usage">Bytes and processor time.</param>
/// <param name="CompiledMethods">How many methods the JIT compiler has compiled, except for the thread that reads this.</param>
/// <param name="WaitTime">
/// How long the main thread, on which a program starts, was ready to run and waited for a processor until the API listened; zero where that
/// isn't known.
/// </param>
/// <param name="Assemblies">The names of the assemblies that it has loaded, without this one, generated ones and duplicates.</param>
internal sealed record StartUsage(ProcessUsage Usage, long CompiledMethods, TimeSpan WaitTime, IReadOnlyList<string> Assemblies)
{
    private static TimeSpan _waited;

    /// <summary>The API listens. From now on, the main thread has nothing to do with its start.</summary>
    public static void EndStart() => _waited = ReadWaitTime();

    public static StartUsage Read() => new(
        ProcessUsage.Read(),
        JitInfo.GetCompiledMethodCount() - JitInfo.GetCompiledMethodCount(currentThread: true),
        _waited,
        [
            .. AppDomain.CurrentDomain.GetAssemblies()
                .Where(assembly => !assembly.IsDynamic && assembly != typeof(StartUsage).Assembly)
                .Select(assembly => assembly.GetName().Name!)
                .Distinct()
                .Order(StringComparer.Ordinal),
        ]);

    /// <summary>Linux's statistics of the main thread: nanoseconds on a processor, nanoseconds waiting for one, and time slices.</summary>
    private static TimeSpan ReadWaitTime()
    {
        const string file = "/proc/self/schedstat";
        return File.Exists(file)
            && File.ReadAllText(file).Split(' ') is [_, var waited, ..]
            && long.TryParse(waited, NumberStyles.None, CultureInfo.InvariantCulture, out var nanoseconds)
                ? TimeSpan.FromMicroseconds(nanoseconds / 1000)
                : TimeSpan.Zero;
    }
}
