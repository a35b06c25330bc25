namespace HttpPerf.Workloads;

/// <summary>Writes types as C# does, without namespaces.</summary>
internal static class TypeNames
{
    public static string Of(Type type) => Of(type, type.GetGenericArguments());

    /// <param name="type">A type.</param>
    /// <param name="arguments">
    /// The type arguments in use. A nested type's arguments start with those of the types around it, which are open here.
    /// </param>
    private static string Of(Type type, Type[] arguments)
    {
        // A type parameter also has a declaring type, but is not nested in it.
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
