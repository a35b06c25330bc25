using System.Composition;
using HttpPerf.Analyzers;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Editing;
using Microsoft.CodeAnalysis.Formatting;

namespace HttpPerf.CodeFixes;

/// <summary>Returns the result that a benchmark drops in its last statement.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp)]
[Shared]
internal sealed class ReturnResultFix() : BenchmarkFix(Rules.DroppedResult, "Return the result")
{
    protected override async Task<Func<CancellationToken, Task<Document>>?> FindChange(
        Document document, SyntaxNode node, CancellationToken cancellation)
    {
        var model = await document.GetSemanticModelAsync(cancellation).ConfigureAwait(false);
        return node is ExpressionSyntax result
            && result.FirstAncestorOrSelf<MethodDeclarationSyntax>() is { } method
            && DroppingNode(result) is { } dropping
            && MayReturn(method, dropping)
            && ReturnType(method, result, model!) is { } type ? ChangeDocument : null;

        async Task<Document> ChangeDocument(CancellationToken token)
        {
            var editor = await DocumentEditor.CreateAsync(document, token).ConfigureAwait(false);
            editor.ReplaceNode(method.ReturnType, editor.Generator.NameOf(type).WithTriviaFrom(method.ReturnType));
            var returned = result.WithoutTrivia();
            editor.ReplaceNode(
                dropping,
                (dropping is StatementSyntax ? editor.Generator.ReturnStatement(returned) : returned)
                    .WithTriviaFrom(dropping).WithAdditionalAnnotations(Formatter.Annotation));
            return editor.GetChangedDocument();
        }
    }

    /// <summary>The node to replace by the result or its return; null unless the last statement has the result.</summary>
    private static SyntaxNode? DroppingNode(ExpressionSyntax result) => result.Parent switch
    {
        ArrowExpressionClauseSyntax => result,
        StatementSyntax statement => statement,
        AssignmentExpressionSyntax { Parent: ExpressionStatementSyntax statement } => statement,
        AssignmentExpressionSyntax { Parent: ArrowExpressionClauseSyntax } discard => discard,
        EqualsValueClauseSyntax
        {
            Parent.Parent.Parent: LocalDeclarationStatementSyntax
            {
                UsingKeyword.RawKind: 0,
                Declaration.Variables.Count: 1,
                Parent: BlockSyntax { Parent: MethodDeclarationSyntax } block,
            } last,
        } when block.Statements.Last() == last => last,
        _ => null,
    };

    /// <summary>Whether the method can have a result: nothing else decides its type, and nothing else is returned.</summary>
    private static bool MayReturn(MethodDeclarationSyntax method, SyntaxNode dropping) =>
        !method.Modifiers.Any(m => m.Kind() is SyntaxKind.OverrideKeyword or SyntaxKind.VirtualKeyword)
        && !method.DescendantNodes(node => node is not (AnonymousFunctionExpressionSyntax or LocalFunctionStatementSyntax))
            .Any(node => node is ReturnStatementSyntax && node != dropping);

    /// <summary>The method's type when it returns the result. Null if the result can't be returned as it is.</summary>
    private static ITypeSymbol? ReturnType(MethodDeclarationSyntax method, ExpressionSyntax result, SemanticModel model)
    {
        var info = model.GetTypeInfo(result);
        if (info.Type?.WithNullableAnnotation(info.Nullability.Annotation) is not { IsAnonymousType: false } type
            || (IsDisposedOf(method) && Implements(type, model.Compilation.GetSpecialType(SpecialType.System_IDisposable))))
            return null;
        if (!method.Modifiers.Any(SyntaxKind.AsyncKeyword))
            return type;

        var task = (INamedTypeSymbol)model.GetTypeInfo(method.ReturnType).Type!;
        return type.IsTask() ? null : model.Compilation.GetTypeByMetadataName($"{task.ContainingNamespace}.{task.Name}`1")?.Construct(type);
    }

    /// <summary>Whether something is disposed of at the end of the method; it may be the result.</summary>
    private static bool IsDisposedOf(MethodDeclarationSyntax method) =>
        method.DescendantTokens().Any(token => token.IsKind(SyntaxKind.UsingKeyword));

    private static bool Implements(ITypeSymbol type, ITypeSymbol contract) =>
        type.AllInterfaces.Contains(contract, SymbolEqualityComparer.Default);
}
