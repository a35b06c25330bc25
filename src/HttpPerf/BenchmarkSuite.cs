using System.Reflection;
using HttpPerf.Running;

namespace HttpPerf;

/// <summary>The benchmarks of a test assembly.</summary>
/// <param name="Tests">The test assembly.</param>
/// <param name="Tested">The benchmark classes that attributes turn into tests; empty if there are no such attributes.</param>
/// <param name="Cases">All cases that can be measured.</param>
internal sealed record BenchmarkSuite(Assembly Tests, IReadOnlyList<Type> Tested, IReadOnlyList<CaseId> Cases)
{
    /// <summary>Patterns of the names of cases that are not known, because their class has an error.</summary>
    public IReadOnlyList<string> Unreadable { get; init; } = [];

    public static BenchmarkSuite Find(Assembly assembly)
    {
        var tested = TestedIn(assembly);
        var (cases, unreadable) = (new List<CaseId>(), new List<string>());
        foreach (var benchmarks in tested.Count > 0 ? tested : ClassNames.BenchmarkClassesOf(assembly))
        {
            try
            {
                cases.AddRange(Discovery.Discover(benchmarks).SelectMany(g => g.Cases).Select(c => c.Id));
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

    private static List<Type> TestedIn(Assembly assembly) =>
    [
        .. assembly.GetTypes()
            .SelectMany(t => t.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static))
            .SelectMany(m => m.GetCustomAttributes(inherit: true).OfType<IPerfTest>())
            .Select(test => test.Benchmarks)
            .Distinct(),
    ];
}
