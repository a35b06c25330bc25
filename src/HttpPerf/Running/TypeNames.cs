namespace HttpPerf.Running;

/// <summary>Writes types as C# does, without namespaces.</summary>
internal static class TypeNames
{
    public static string Of(Type type) => Of(type, type.GetGenericArguments());

    /// <param name="type">A type.</param>
    /// <param name="arguments">
    /// The type arguments in use. A nested type has those of the types around it first, and they don't know them.
    /// </param>
    private static string Of(Type type, Type[] arguments)
    {
        // A type parameter too is declared by a type, but not inside it.
        var outer = type.IsGenericParameter ? null : type.DeclaringType;
        var arity = type.Name.IndexOf('`', StringComparison.Ordinal);
        var name = arity < 0 ? type.Name : type.Name[..arity];
        if (arity > 0)
        {
            var own = arguments[(outer?.GetGenericArguments().Length ?? 0)..type.GetGenericArguments().Length];
            name += $"<{string.Join(", ", own.Select(Of))}>";
        }

        return outer is null ? name : $"{Of(outer, arguments)}.{name}";
    }
}
