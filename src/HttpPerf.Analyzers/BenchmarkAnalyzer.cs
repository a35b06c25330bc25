using Microsoft.CodeAnalysis.Diagnostics;

namespace HttpPerf.Analyzers;

/// <summary>Looks at compilations that may have benchmarks.</summary>
internal abstract class BenchmarkAnalyzer : DiagnosticAnalyzer
{
    public sealed override void Initialize(AnalysisContext context)
    {
        context.EnableConcurrentExecution();
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.RegisterCompilationStartAction(start =>
        {
            if (Benchmarks.AreKnown(start.Compilation))
                Register(start);
        });
    }

    protected abstract void Register(CompilationStartAnalysisContext start);
}
