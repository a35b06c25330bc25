using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace HttpPerf.Analyzers;

/// <summary>Benchmarks as BenchmarkDotNet's attributes declare them.</summary>
internal static class Benchmarks
{
    private const string Namespace = "BenchmarkDotNet.Attributes";

    private static readonly ImmutableArray<string> Setups =
    [
        $"{Namespace}.GlobalSetupAttribute",
        $"{Namespace}.GlobalCleanupAttribute",
        $"{Namespace}.IterationSetupAttribute",
        $"{Namespace}.IterationCleanupAttribute",
    ];

    /// <summary>Whether benchmarks may be tests.</summary>
    public static bool AreKnown(Compilation compilation) => compilation.GetTypeByMetadataName("HttpPerf.PerfCase") is not null;

    public static bool IsBenchmark(this IMethodSymbol method) => method.BenchmarkAttribute() is not null;

    public static bool IsBaseline(this IMethodSymbol method) =>
        method.BenchmarkAttribute()!.NamedArguments.Any(argument => argument is { Key: "Baseline", Value.Value: true });

    /// <summary>Whether it prepares for benchmarks or cleans up after them.</summary>
    public static bool IsSetup(this IMethodSymbol method) => Setups.Any(name => method.AttributesOf(name).Any());

    /// <summary>All benchmarks that a class declares and inherits; those of its base classes first.</summary>
    public static IReadOnlyList<IMethodSymbol> Of(INamedTypeSymbol type)
    {
        var methods = type.Hierarchy().Reverse().SelectMany(t => t.GetMembers().OfType<IMethodSymbol>()).ToList();
        var overridden = methods.Select(m => m.OverriddenMethod).ToImmutableHashSet<ISymbol?>(SymbolEqualityComparer.Default);
        return [.. methods.Where(m => !overridden.Contains(m) && m.IsBenchmark())];
    }

    /// <summary>
    /// The baselines of a class by logical group. Those that take arguments, and all of a class with a configuration, are left out: their
    /// groups are known only at run time.
    /// </summary>
    public static IEnumerable<IGrouping<string, IMethodSymbol>> BaselinesByGroup(INamedTypeSymbol type)
    {
        var baselines = Of(type).Where(m => m.Parameters.IsEmpty && m.IsBaseline());
        if (OfClass($"{Namespace}.ConfigAttribute").Any())
            return [];
        var rules = string.Concat(OfClass($"{Namespace}.GroupBenchmarksByAttribute").Select(Arguments));
        return rules.Contains("ByMethod") ? []
            : baselines.GroupBy(m => rules.Contains("ByCategory") ? CategoriesOf(m) : "");

        IEnumerable<AttributeData> OfClass(string attribute) =>
            type.Hierarchy().Append<ISymbol>(type.ContainingAssembly).SelectMany(symbol => symbol.AttributesOf(attribute));
    }

    private static AttributeData? BenchmarkAttribute(this IMethodSymbol method)
    {
        for (var m = method; m is not null; m = m.OverriddenMethod)
        {
            if (m.AttributesOf($"{Namespace}.BenchmarkAttribute").FirstOrDefault() is { } attribute)
                return attribute;
        }

        return null;
    }

    private static string CategoriesOf(IMethodSymbol method) =>
        string.Concat(method.AttributesOf($"{Namespace}.BenchmarkCategoryAttribute").Select(Arguments));

    private static string Arguments(AttributeData attribute) =>
        string.Concat(attribute.ConstructorArguments.Select(a => a.ToCSharpString()));
}
