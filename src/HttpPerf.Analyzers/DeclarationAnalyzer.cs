using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace HttpPerf.Analyzers;

/// <summary>Finds faults in how benchmarks, their setups and their tests are declared.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class DeclarationAnalyzer : BenchmarkAnalyzer
{
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics =>
        [Rules.NoBaseline, Rules.AsyncVoid, Rules.NoPerfCase, Rules.SeveralBaselines];

    protected override void Register(CompilationStartAnalysisContext start)
    {
        start.RegisterSymbolAction(CheckAsync, SymbolKind.Method);
        start.RegisterSymbolAction(CheckTheory, SymbolKind.Method);
        start.RegisterSymbolAction(CheckBaselines, SymbolKind.NamedType);
    }

    private static void CheckAsync(SymbolAnalysisContext context)
    {
        var method = (IMethodSymbol)context.Symbol;
        if (method is { IsAsync: true, ReturnsVoid: true } && (method.IsBenchmark() || method.IsSetup()))
            context.ReportDiagnostic(Diagnostic.Create(Rules.AsyncVoid, method.Locations[0], method.Name));
    }

    private static void CheckTheory(SymbolAnalysisContext context)
    {
        var method = (IMethodSymbol)context.Symbol;
        if (method.AttributesOf("HttpPerf.PerfTheoryAttribute").FirstOrDefault() is not { } theory)
            return;

        if (method.Parameters.Length != 1 || !method.Parameters[0].Type.Is("HttpPerf.PerfCase"))
            context.ReportDiagnostic(Diagnostic.Create(Rules.NoPerfCase, method.Locations[0], method.Name));
        if (ClassOf(theory) is { } type && Benchmarks.Of(type) is { Count: > 1 } benchmarks && !benchmarks.Any(b => b.IsBaseline()))
        {
            var place = theory.ApplicationSyntaxReference!.GetSyntax(context.CancellationToken).GetLocation();
            context.ReportDiagnostic(Diagnostic.Create(Rules.NoBaseline, place, type.Name, benchmarks.Count));
        }
    }

    /// <summary>The benchmark class: the argument of the generic attribute's type, or of the other one's constructor.</summary>
    private static INamedTypeSymbol? ClassOf(AttributeData theory) =>
        (theory.AttributeClass!.TypeArguments.FirstOrDefault()
            ?? theory.ConstructorArguments.FirstOrDefault(a => a.Kind == TypedConstantKind.Type).Value as ITypeSymbol)
        ?.OriginalDefinition as INamedTypeSymbol;

    private static void CheckBaselines(SymbolAnalysisContext context)
    {
        var type = (INamedTypeSymbol)context.Symbol;
        foreach (var group in Benchmarks.BaselinesByGroup(type))
        {
            // Those that a base class declares are reported there.
            foreach (var other in group.Skip(1).Where(m => SymbolEqualityComparer.Default.Equals(m.ContainingType, type)))
                context.ReportDiagnostic(Diagnostic.Create(Rules.SeveralBaselines, other.Locations[0], other.Name, group.First().Name));
        }
    }
}
