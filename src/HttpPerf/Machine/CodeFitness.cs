using System.Reflection;
using HttpPerf.Model;
using HttpPerf.Server;

namespace HttpPerf.Machine;

/// <summary>Whether the code of a process is optimized, so that measurements of it are meaningful.</summary>
/// <param name="found">The unoptimized assemblies.</param>
/// <param name="place">Follows the assemblies' names, e.g. <c>, loaded by MyApi on Kestrel in a child process,</c>.</param>
/// <param name="isAllowed">Whether the benchmark class allows unoptimized code.</param>
internal sealed class CodeFitness(IReadOnlyList<UnoptimizedAssembly> found, string place, bool isAllowed)
{
    /// <summary>Why nothing can be measured; null if it can. Packages are no reason, because the user can't change them.</summary>
    public string? Blocker => isAllowed || Names(fromPackage: false) is not { } names
        ? null
        : $"{names} not optimized, and numbers from unoptimized code mean nothing. Add <Optimize>true</Optimize> to the project, "
            + "or build in Release: dotnet test -c Release. If you can't, a [Config] on the class with "
            + "ConfigOptions.DisableOptimizationsValidator allows it.";

    /// <summary>Why the numbers mean less, although they are allowed; null if they don't.</summary>
    public string? Caveat => (isAllowed ? Names(fromPackage: null) : Names(fromPackage: true)) is { } names
        ? $"{names} not optimized, so its share of the figures is too large."
        : null;

    /// <summary>Describes tools that alter the code of a process, in sentences.</summary>
    /// <param name="found">The tools.</param>
    /// <param name="place">Which process that is, e.g. <c> in MyApi on Kestrel in a child process</c>; empty for this one.</param>
    public static IEnumerable<string> Describe(IEnumerable<CodeAlteration> found, string place) =>
        found.Select(alteration => $"{alteration.Cause.Capitalized()}{place}.");

    /// <summary>Loads the assemblies that an assembly references, which would otherwise be loaded only when they are used.</summary>
    public static void LoadReferences(Assembly assembly)
    {
        foreach (var reference in assembly.GetReferencedAssemblies())
        {
            try
            {
                Assembly.Load(reference);
            }
            catch (Exception e) when (e is FileNotFoundException or FileLoadException or BadImageFormatException)
            {
                // Whoever uses it reports it.
            }
        }
    }

    private string? Names(bool? fromPackage)
    {
        var names = found.Where(a => fromPackage is null || a.IsFromPackage == fromPackage).Select(a => a.Name).ToList();
        return names.Count == 0 ? null : $"{string.Join(", ", names)}{place} {(names.Count == 1 ? "is" : "are")}";
    }
}
