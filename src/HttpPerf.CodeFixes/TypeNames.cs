using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Editing;
using Microsoft.CodeAnalysis.Simplification;

namespace HttpPerf.CodeFixes;

internal static class TypeNames
{
    /// <summary>The type's name as short as its file allows, with the <c>using</c> that it takes.</summary>
    public static SyntaxNode NameOf(this SyntaxGenerator generator, ITypeSymbol type) =>
        generator.TypeExpression(type).WithAdditionalAnnotations(Simplifier.AddImportsAnnotation);
}
