using System.Runtime;
using HttpPerf.Counting;

namespace HttpPerf.Server;

/// <summary>What a process has taken since it started.</summary>
/// <param name="Usage">Bytes and processor time.</param>
/// <param name="CompiledMethods">How many methods the JIT compiler has compiled, except for the thread that reads this.</param>
/// <param name="Assemblies">The names of the assemblies that it has loaded, without this one, generated ones and duplicates.</param>
internal sealed record StartUsage(ProcessUsage Usage, long CompiledMethods, IReadOnlyList<string> Assemblies)
{
    public static StartUsage Read() => new(
        ProcessUsage.Read(),
        JitInfo.GetCompiledMethodCount() - JitInfo.GetCompiledMethodCount(currentThread: true),
        [
            .. AppDomain.CurrentDomain.GetAssemblies()
                .Where(assembly => !assembly.IsDynamic && assembly != typeof(StartUsage).Assembly)
                .Select(assembly => assembly.GetName().Name!)
                .Distinct()
                .Order(StringComparer.Ordinal),
        ]);
}
