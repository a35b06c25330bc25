using System.Composition;
using HttpPerf.Analyzers;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Editing;
using Microsoft.CodeAnalysis.Formatting;

namespace HttpPerf.CodeFixes;

/// <summary>Adds the parameter to a theory without parameters, and the usual body to an empty one.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp)]
[Shared]
internal sealed class PerfCaseParameterFix() : BenchmarkFix(Rules.NoPerfCase, "Add the parameter PerfCase")
{
    protected override Task<Func<CancellationToken, Task<Document>>?> FindChange(
        Document document, SyntaxNode node, CancellationToken cancellation) =>
        Task.FromResult<Func<CancellationToken, Task<Document>>?>(
            node is MethodDeclarationSyntax { ParameterList.Parameters.Count: 0 } method ? token => Change(document, method, token) : null);

    private static async Task<Document> Change(Document document, MethodDeclarationSyntax method, CancellationToken cancellation)
    {
        var editor = await DocumentEditor.CreateAsync(document, cancellation).ConfigureAwait(false);
        var type = editor.SemanticModel.Compilation.GetTypeByMetadataName("HttpPerf.PerfCase")!;
        var parameter = (ParameterSyntax)editor.Generator.ParameterDeclaration("benchmark", editor.Generator.NameOf(type));
        var changed = method.AddParameterListParameters(parameter);
        editor.ReplaceNode(method, (IsEmpty(method) ? WithUsualBody(changed) : changed).WithAdditionalAnnotations(Formatter.Annotation));
        return editor.GetChangedDocument();
    }

    private static bool IsEmpty(MethodDeclarationSyntax method) =>
        method is { Body: { Statements.Count: 0 } body, ReturnType: PredefinedTypeSyntax { Keyword.RawKind: (int)SyntaxKind.VoidKeyword } }
        && !method.Modifiers.Any(SyntaxKind.AsyncKeyword)
        && body.DescendantTrivia().All(trivia => trivia.Kind() is SyntaxKind.WhitespaceTrivia or SyntaxKind.EndOfLineTrivia);

    private static MethodDeclarationSyntax WithUsualBody(MethodDeclarationSyntax method) => method
        .WithParameterList(method.ParameterList.WithTrailingTrivia(SyntaxFactory.Space))
        .WithBody(null)
        .WithExpressionBody(SyntaxFactory.ArrowExpressionClause(SyntaxFactory.ParseExpression("benchmark.ShouldMeetItsThresholds()")))
        .WithSemicolonToken(SyntaxFactory.Token(SyntaxKind.SemicolonToken).WithTrailingTrivia(method.GetTrailingTrivia()));
}
