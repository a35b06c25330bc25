using System.Collections.Immutable;
using System.Composition;
using HttpPerf.Analyzers;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Editing;
using Microsoft.CodeAnalysis.Formatting;

namespace HttpPerf.CodeFixes;

/// <summary>Adds the parameter to a theory without parameters, and the usual body to an empty one.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp)]
[Shared]
internal sealed class PerfCaseParameterFix : CodeFixProvider
{
    private const string Title = "Add the parameter PerfCase";

    public override ImmutableArray<string> FixableDiagnosticIds => [Rules.NoPerfCase.Id];

    public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        var root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
        if (root!.FindNode(context.Span) is MethodDeclarationSyntax { ParameterList.Parameters.Count: 0 } method)
            context.RegisterCodeFix(
                CodeAction.Create(Title, cancellation => Change(context.Document, method, cancellation), Title), context.Diagnostics);
    }

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
