using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;

namespace HttpPerf.CodeFixes;

/// <summary>One change that fixes the reports of one rule.</summary>
/// <param name="rule">The rule.</param>
/// <param name="title">The change, as editors offer it.</param>
internal abstract class BenchmarkFix(DiagnosticDescriptor rule, string title) : CodeFixProvider
{
    public sealed override ImmutableArray<string> FixableDiagnosticIds => [rule.Id];

    public sealed override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

    public sealed override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        var root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
        var node = root!.FindNode(context.Span, getInnermostNodeForTie: true);
        if (await FindChange(context.Document, node, context.CancellationToken).ConfigureAwait(false) is { } change)
            context.RegisterCodeFix(CodeAction.Create(title, change, title), context.Diagnostics);
    }

    /// <summary>The fix for a reported place; null if only its author knows it.</summary>
    protected abstract Task<Func<CancellationToken, Task<Document>>?> FindChange(
        Document document, SyntaxNode node, CancellationToken cancellation);
}
