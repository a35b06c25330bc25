using System.Collections.Concurrent;
using System.Reflection;
using System.Runtime.Loader;
using HttpPerf.Discovery;
using HttpPerf.Requests;
using HttpPerf.Workers;
using Microsoft.Extensions.DependencyModel;

namespace HttpPerf.Pipeline;

/// <summary>The benchmarks of a test assembly.</summary>
/// <param name="Tests">The test assembly.</param>
/// <param name="Tested">The benchmark classes that attributes turn into tests; empty if there are no such attributes.</param>
/// <param name="Cases">All cases that can be measured.</param>
internal sealed record BenchmarkSuite(Assembly Tests, IReadOnlyList<Type> Tested, IReadOnlyList<CaseId> Cases)
{
    /// <summary>Patterns of the names of cases that are not known, because their class has an error.</summary>
    public IReadOnlyList<string> Unreadable { get; init; } = [];

    private static readonly Lazy<Assembly?> ThisProcess = new(FindThisProcess);
    private static readonly ConcurrentDictionary<Assembly, IReadOnlySet<string>> Projects = [];

    /// <summary>
    /// The test assembly that measures a class: this process's, if the class is in a project that it references, else the class's own.
    /// </summary>
    public static Assembly TestsOf(Type benchmarks) =>
        ThisProcess.Value is { } tests && ReferencedProjects(tests).Contains(IBenchmarksOfTests.AssemblyOf(benchmarks).GetName().Name!)
            ? tests
            : IBenchmarksOfTests.AssemblyOf(benchmarks);

    /// <exception cref="BenchmarkDeclarationException">Classes of two assemblies have the same name.</exception>
    public static BenchmarkSuite Find(Assembly assembly)
    {
        // Requests and test methods are tests whatever becomes of benchmarks.
        var (own, tested) = (new List<Type>(), new List<Type>());
        foreach (var type in TestedIn(assembly))
            (type.IsAssignableTo(typeof(IBenchmarksOfTests)) ? own : tested).Add(type);
        IReadOnlyList<Type> classes = tested.Count > 0
            ? [.. tested, .. own]
            : [.. ClassNames.BenchmarkClassesOf(assembly), .. ReferencedClasses(assembly), .. own];
        RefuseSharedNames(classes);
        var (cases, unreadable) = (new List<CaseId>(), new List<string>());
        foreach (var benchmarks in classes)
        {
            try
            {
                cases.AddRange(BenchmarkDiscovery.Discover(benchmarks).SelectMany(g => g.Cases).Select(c => c.Id));
            }
            catch (BenchmarkDeclarationException)
            {
                // The class has its own failing test, which gives the reason. Other classes are still judged.
                unreadable.Add($"{ClassNames.Of(benchmarks)}.*");
            }
        }

        // One attribute may name a generic class, and another one a class made of it.
        return new(assembly, tested, [.. cases.DistinctBy(id => id.Name)]) { Unreadable = unreadable };
    }

    /// <summary>Whether an attribute names the class, or the generic class that it is made of.</summary>
    public bool IsTested(Type benchmarks) =>
        Tested.Contains(benchmarks) || (benchmarks.IsGenericType && Tested.Contains(benchmarks.GetGenericTypeDefinition()));

    private static Assembly? FindThisProcess() => TestAssemblyFile.Location is { } location
        ? AssemblyLoadContext.Default.Assemblies.FirstOrDefault(assembly => !assembly.IsDynamic && assembly.Location == location)
        : null;

    private static IReadOnlySet<string> ReferencedProjects(Assembly tests) => Projects.GetOrAdd(tests, static key =>
        (DependencyContext.Load(key)?.RuntimeLibraries ?? [])
            .Where(library => library.Type == "project")
            .SelectMany(library => library.RuntimeAssemblyGroups)
            .SelectMany(group => group.AssetPaths)
            .Select(path => Path.GetFileNameWithoutExtension(path)!)
            .Except([key.GetName().Name!])
            .ToHashSet());

    /// <summary>The benchmark classes of referenced projects. Without attributes, any test may measure them.</summary>
    private static IEnumerable<Type> ReferencedClasses(Assembly tests) => ReferencedProjects(tests)
        .Select(TryLoad)
        .OfType<Assembly>()
        // Most projects that are referenced are the application's.
        .Where(ClassNames.MayHaveBenchmarks)
        .SelectMany(ClassNames.BenchmarkClassesOf);

    private static Assembly? TryLoad(string name)
    {
        try
        {
            return Assembly.Load(new AssemblyName(name));
        }
        catch (Exception e) when (e is FileNotFoundException or FileLoadException or BadImageFormatException)
        {
            // A test that measures its classes reports it.
            return null;
        }
    }

    /// <exception cref="BenchmarkDeclarationException">Classes of two assemblies have the same name.</exception>
    internal static void RefuseSharedNames(IReadOnlyList<Type> classes)
    {
        var shared = classes
            .GroupBy(ClassNames.Of)
            .Select(named => (
                Name: named.Key,
                Assemblies: named.Select(type => IBenchmarksOfTests.AssemblyOf(type).GetName().Name).Distinct().ToList()))
            .FirstOrDefault(named => named.Assemblies.Count > 1);
        if (shared.Name is not null)
            throw new BenchmarkDeclarationException(
                $"{string.Join(" and ", shared.Assemblies)} each have a benchmark class {shared.Name}, so a limit can't say which of "
                + "them it is for. Rename one of them.");
    }

    private static IEnumerable<Type> TestedIn(Assembly assembly) => assembly.GetTypes()
        .SelectMany(t => t.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static)
            .SelectMany(m => m.GetCustomAttributes(inherit: true).OfType<IPerfTest>().Select(test => test.BenchmarksOf(m)))
            .Concat(t.GetCustomAttributes(inherit: true).OfType<IRequestsTest>().Select(test => test.BenchmarksOf(t))))
        .Distinct();
}
