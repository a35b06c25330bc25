using Microsoft.CodeAnalysis;

namespace HttpPerf.Analyzers;

/// <summary>Types by their full names.</summary>
internal static class Types
{
    public static bool Is(this ITypeSymbol? type, string fullName) =>
        type is not null && fullName.EndsWith(type.Name, StringComparison.Ordinal) && $"{type.ContainingNamespace}.{type.Name}" == fullName;

    /// <summary>The type and its base types.</summary>
    public static IEnumerable<INamedTypeSymbol> Hierarchy(this INamedTypeSymbol? type)
    {
        for (var t = type; t is not null; t = t.BaseType)
            yield return t;
    }

    /// <summary>The attributes that are of the type or derive from it.</summary>
    public static IEnumerable<AttributeData> AttributesOf(this ISymbol symbol, string fullName) =>
        symbol.GetAttributes().Where(a => a.AttributeClass.Hierarchy().Any(type => type.Is(fullName)));
}
