using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace HttpPerf.Analyzers;

/// <summary>Finds faults in the bodies of benchmarks.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class BodyAnalyzer : BenchmarkAnalyzer
{
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => [Rules.DroppedResult, Rules.NewHttpClient, Rules.Blocking];

    protected override void Register(CompilationStartAnalysisContext start) => start.RegisterOperationBlockAction(block =>
    {
        if (block.OwningSymbol is not IMethodSymbol method || !method.IsBenchmark())
            return;

        var body = block.OperationBlocks.OfType<IBlockOperation>().FirstOrDefault();
        foreach (var (rule, place, detail) in body is null ? [] : FaultsOf(method, body))
            block.ReportDiagnostic(Diagnostic.Create(rule, place.Syntax.GetLocation(), method.Name, detail));
    });

    private static IEnumerable<(DiagnosticDescriptor Rule, IOperation Place, string? Detail)> FaultsOf(
        IMethodSymbol method, IBlockOperation body)
    {
        if (DroppedResult.Find(method, body) is { } dropped)
            yield return (Rules.DroppedResult, dropped, Describe(dropped));

        var operations = body.Descendants().ToList();
        foreach (var creation in operations.OfType<IObjectCreationOperation>().Where(HasOwnConnections))
            yield return (Rules.NewHttpClient, creation, null);

        var awaited = operations.OfType<IAwaitOperation>()
            .SelectMany(a => a.Descendants().OfType<ILocalReferenceOperation>())
            .Select(reference => reference.Local)
            .ToImmutableHashSet<ISymbol>(SymbolEqualityComparer.Default);
        foreach (var operation in operations)
        {
            if (Tasks.BlockedOn(operation) is { } task && !MayHaveEnded(task, awaited))
                yield return (Rules.Blocking, operation, null);
        }
    }

    private static string Describe(IOperation dropped)
    {
        var type = dropped.Type!.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat);
        return dropped.Type.IsTask() && dropped.Parent is not (IReturnOperation or IConversionOperation { Parent: IReturnOperation })
            ? $"a {type} that it doesn't await, so a call ends before its work does. Return the task."
            : $"its result of type {type}, so it can't be checked. Return it or what is read from it.";
    }

    /// <summary>A client of a handler that is kept shares the handler's connections.</summary>
    private static bool HasOwnConnections(IObjectCreationOperation creation) =>
        creation.Type.Is("System.Net.Http.HttpClient")
        && creation.Arguments.FirstOrDefault(a => a.Parameter?.Name == "handler") is var handler
        && (handler is null || handler.Value.WithoutConversion()
            is not (IFieldReferenceOperation or IPropertyReferenceOperation or IParameterReferenceOperation));

    /// <summary>A task that was awaited has its result, and so has the argument of a continuation.</summary>
    private static bool MayHaveEnded(IOperation task, ImmutableHashSet<ISymbol> awaited) => task switch
    {
        ILocalReferenceOperation reference => awaited.Contains(reference.Local),
        IParameterReferenceOperation => true,
        _ => false,
    };
}
