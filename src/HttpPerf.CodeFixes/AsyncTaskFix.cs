using System.Collections.Immutable;
using System.Composition;
using HttpPerf.Analyzers;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Editing;

namespace HttpPerf.CodeFixes;

/// <summary>Makes an <c>async void</c> method return <c>Task</c>.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp)]
[Shared]
internal sealed class AsyncTaskFix : CodeFixProvider
{
    private const string Title = "Return Task";

    public override ImmutableArray<string> FixableDiagnosticIds => [Rules.AsyncVoid.Id];

    public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        var root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
        if (root!.FindNode(context.Span) is MethodDeclarationSyntax method)
            context.RegisterCodeFix(
                CodeAction.Create(Title, cancellation => Change(context.Document, method, cancellation), Title), context.Diagnostics);
    }

    private static async Task<Document> Change(Document document, MethodDeclarationSyntax method, CancellationToken cancellation)
    {
        var editor = await DocumentEditor.CreateAsync(document, cancellation).ConfigureAwait(false);
        var task = editor.SemanticModel.Compilation.GetTypeByMetadataName("System.Threading.Tasks.Task")!;
        editor.ReplaceNode(method.ReturnType, editor.Generator.NameOf(task).WithTriviaFrom(method.ReturnType));
        return editor.GetChangedDocument();
    }
}
