using System.Composition;
using HttpPerf.Analyzers;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Editing;

namespace HttpPerf.CodeFixes;

/// <summary>Makes an <c>async void</c> method return <c>Task</c>.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp)]
[Shared]
internal sealed class AsyncTaskFix() : BenchmarkFix(Rules.AsyncVoid, "Return Task")
{
    protected override Task<Func<CancellationToken, Task<Document>>?> FindChange(
        Document document, SyntaxNode node, CancellationToken cancellation) =>
        Task.FromResult<Func<CancellationToken, Task<Document>>?>(
            node is MethodDeclarationSyntax method ? token => Change(document, method, token) : null);

    private static async Task<Document> Change(Document document, MethodDeclarationSyntax method, CancellationToken cancellation)
    {
        var editor = await DocumentEditor.CreateAsync(document, cancellation).ConfigureAwait(false);
        var task = editor.SemanticModel.Compilation.GetTypeByMetadataName("System.Threading.Tasks.Task")!;
        editor.ReplaceNode(method.ReturnType, editor.Generator.NameOf(task).WithTriviaFrom(method.ReturnType));
        return editor.GetChangedDocument();
    }
}
