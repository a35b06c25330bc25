using System.Collections.Immutable;
using FluentAssertions;
using HttpPerf.Analyzers;
using HttpPerf.CodeFixes;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using Xunit;

namespace HttpPerf.Tests.Analyzers;

/// <summary>Compiles code with the analyzers against the assemblies that these tests run on, and changes it with the code fixes.</summary>
internal static class Analysis
{
    private const string Usings = """
        global using System;
        global using System.Collections.Generic;
        global using System.Net.Http;
        global using System.Threading;
        """;

    private const string Tasks = "global using System.Threading.Tasks;";

    private static readonly ImmutableArray<DiagnosticAnalyzer> Analyzers = [new DeclarationAnalyzer(), new BodyAnalyzer()];

    private static readonly CodeFixProvider[] Fixes = [new ReturnResultFix(), new AsyncTaskFix(), new PerfCaseParameterFix()];

    private static readonly ImmutableArray<MetadataReference> References =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Select(file => MetadataReference.CreateFromFile(file)),
    ];

    /// <summary>A benchmark class with one benchmark.</summary>
    public static string Benchmark(string method) => $$"""
        using BenchmarkDotNet.Attributes;

        public class Requests
        {
            private readonly HttpClient _client = new();

            [Benchmark]
            {{method.ReplaceLineEndings("\n    ")}}
        }
        """;

    /// <summary>Requires that a rule is broken at each marked place, as in <c>[|new HttpClient()|]</c>, and nothing else.</summary>
    /// <returns>The messages.</returns>
    public static async Task<IReadOnlyList<string>> Finds(DiagnosticDescriptor rule, string marked)
    {
        var (code, places) = ReadMarks(marked);
        var found = await Analyze(Create(code));
        found.Select(d => (d.Id, d.Location.SourceSpan)).Should().Equal(places.Select(place => (rule.Id, place)));
        return [.. found.Select(d => d.GetMessage(null))];
    }

    public static Task FindsNothing(string code) => Finds(Rules.NoBaseline, code);

    /// <summary>Requires what code becomes by the fix for its only fault.</summary>
    public static async Task BecomesByItsFix(string code, string expected, bool implicitTasks = true)
    {
        var document = Create(code, implicitTasks);
        var fix = (await FindFixes(document)).Should().ContainSingle().Which;
        var operations = await fix.GetOperationsAsync(TestContext.Current.CancellationToken);
        var changed = operations.OfType<ApplyChangesOperation>().Single().ChangedSolution.GetDocument(document.Id)!;

        (await changed.GetTextAsync(TestContext.Current.CancellationToken)).ToString().Should().Be(expected);
        (await Analyze(changed)).Should().BeEmpty();
    }

    public static async Task HasNoFix(string code) => (await FindFixes(Create(code))).Should().BeEmpty();

    /// <summary>Compiles a document, which must succeed.</summary>
    public static async Task<ImmutableArray<Diagnostic>> Analyze(Document document)
    {
        var compilation = (await document.Project.GetCompilationAsync(TestContext.Current.CancellationToken))!;
        compilation.GetDiagnostics().Where(d => d.Severity == DiagnosticSeverity.Error).Should().BeEmpty();
        var found = await compilation.WithAnalyzers(Analyzers).GetAnalyzerDiagnosticsAsync(TestContext.Current.CancellationToken);
        return [.. found.OrderBy(d => d.Location.SourceSpan)];
    }

    /// <param name="code">The code.</param>
    /// <param name="implicitTasks">Whether the namespace of tasks is imported in another file.</param>
    public static Document Create(string code, bool implicitTasks = true)
    {
        var project = new AdhocWorkspace().AddProject("Code", LanguageNames.CSharp)
            .WithMetadataReferences(References)
            .WithCompilationOptions(
                new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable))
            .WithParseOptions(new CSharpParseOptions(LanguageVersion.Latest))
            .AddDocument("Usings.cs", Usings + (implicitTasks ? Tasks : "")).Project;
        return project.AddDocument("Code.cs", code);
    }

    private static async Task<IReadOnlyList<CodeAction>> FindFixes(Document document)
    {
        var diagnostic = (await Analyze(document)).Should().ContainSingle().Which;
        var actions = new List<CodeAction>();
        var context = new CodeFixContext(document, diagnostic, (action, _) => actions.Add(action), TestContext.Current.CancellationToken);
        foreach (var fix in Fixes.Where(f => f.FixableDiagnosticIds.Contains(diagnostic.Id)))
            await fix.RegisterCodeFixesAsync(context);
        return actions;
    }

    private static (string Code, IReadOnlyList<TextSpan> Places) ReadMarks(string marked)
    {
        var places = new List<TextSpan>();
        var code = marked;
        for (var start = code.IndexOf("[|", StringComparison.Ordinal); start >= 0; start = code.IndexOf("[|", StringComparison.Ordinal))
        {
            code = code.Remove(start, 2);
            var end = code.IndexOf("|]", start, StringComparison.Ordinal);
            code = code.Remove(end, 2);
            places.Add(TextSpan.FromBounds(start, end));
        }

        return (code, places);
    }
}
