using System.Diagnostics;
using System.Reflection;

namespace HttpPerf.Server;

/// <param name="Name">The assembly's name.</param>
/// <param name="IsFromPackage">Whether a package contains it, so that no setting of a project changes it.</param>
internal sealed record UnoptimizedAssembly(string Name, bool IsFromPackage);

/// <summary>Finds assemblies that were compiled without optimization.</summary>
internal static class UnoptimizedCode
{
    /// <summary>Those that this process has loaded so far, by name.</summary>
    public static IReadOnlyList<UnoptimizedAssembly> FindLoaded() =>
        Find(AppDomain.CurrentDomain.GetAssemblies(), (AppContext.GetData("APP_CONTEXT_DEPS_FILES") as string)?.Split(';')[0]);

    /// <param name="assemblies">Where to look. Assemblies that were generated at run time, e.g. by a serializer, are ignored.</param>
    /// <param name="dependencies">The path of the program's <c>.deps.json</c>, which knows the packages; null if it has none.</param>
    public static IReadOnlyList<UnoptimizedAssembly> Find(IEnumerable<Assembly> assemblies, string? dependencies)
    {
        var names = assemblies
            .Where(a => !a.IsDynamic && a.GetCustomAttribute<DebuggableAttribute>() is { IsJITOptimizerDisabled: true })
            .Select(a => a.GetName().Name!)
            .Distinct()
            .Order(StringComparer.Ordinal)
            .ToList();
        if (names.Count == 0)
            return [];

        var packaged = File.Exists(dependencies) ? PackagedAssemblies.Read(dependencies) : new HashSet<string>();
        return [.. names.Select(name => new UnoptimizedAssembly(name, packaged.Contains(name)))];
    }
}
