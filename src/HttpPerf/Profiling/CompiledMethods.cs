using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Tracing;

namespace HttpPerf.Profiling;

/// <summary>Methods that the JIT compiler has compiled, read from a trace under <see cref="TraceVariables.ForCompilation"/>.</summary>
internal static class CompiledMethods
{
    /// <returns>How often each method was compiled: for several types, or anew. By type and method.</returns>
    public static IReadOnlyDictionary<string, int> Read(string path)
    {
        var methods = new Dictionary<string, int>(StringComparer.Ordinal);
        using var source = new EventPipeEventSource(path);
        source.Clr.MethodLoadVerbose += method => CollectionsMarshal.GetValueRefOrAddDefault(
            methods, MethodNames.OfMethod($"{method.MethodNamespace}.{method.MethodName}"), out _)++;
        source.Process();
        return methods;
    }

    /// <summary>Methods that one process has compiled more often than another one, the most first.</summary>
    public static IReadOnlyList<CompiledMore> Compare(IReadOnlyDictionary<string, int> now, IReadOnlyDictionary<string, int> before) =>
    [
        .. now.Select(method => new CompiledMore(method.Key, method.Value - before.GetValueOrDefault(method.Key)))
            .Where(method => method.Count > 0)
            .OrderByDescending(method => method.Count)
            .ThenBy(method => method.Name, StringComparer.Ordinal),
    ];
}

/// <param name="Name">The type and the method.</param>
/// <param name="Count">How many times more.</param>
internal readonly record struct CompiledMore(string Name, int Count);
