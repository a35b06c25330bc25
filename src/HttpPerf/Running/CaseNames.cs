using System.Collections;
using System.Globalization;
using BenchmarkDotNet.Parameters;
using BenchmarkDotNet.Running;

namespace HttpPerf.Running;

/// <summary>
/// Writes a case's name. BenchmarkDotNet's own display name depends on the machine's culture and is cut to a column's
/// width, so that two cases can share it; a key in a file must do neither.
/// </summary>
internal static class CaseNames
{
    public static string Of(BenchmarkCase benchmark)
    {
        var method = $"{Of(benchmark.Descriptor.Type)}.{benchmark.Descriptor.WorkloadMethod.Name}";
        return benchmark.HasParameters ? $"{method}({Of(benchmark.Parameters)})" : method;
    }

    public static string Of(ParameterInstances parameters) =>
        string.Join(", ", parameters.Items.Select(p => $"{p.Name}: {ValueOf(p.Value)}"));

    public static string Of(Type type) => Of(type, type.GetGenericArguments());

    /// <param name="type">A type.</param>
    /// <param name="arguments">The type arguments in use: a nested type has those of the types around it first, but they don't know them.</param>
    private static string Of(Type type, Type[] arguments)
    {
        // A type parameter too is declared by a type, but not inside it.
        var outer = type.IsGenericParameter ? null : type.DeclaringType;
        var arity = type.Name.IndexOf('`', StringComparison.Ordinal);
        var name = arity < 0 ? type.Name : type.Name[..arity];
        if (arity > 0)
            name += $"<{string.Join(", ", arguments[(outer?.GetGenericArguments().Length ?? 0)..type.GetGenericArguments().Length].Select(Of))}>";
        return outer is null ? name : $"{Of(outer, arguments)}.{name}";
    }

    private static string ValueOf(object? value) => value switch
    {
        null => "null",
        Type type => Of(type),
        string text => text.ReplaceLineEndings(" "),
        IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
        Array array => $"{Of(array.GetType().GetElementType()!)}[{array.Length}]",
        ICollection collection => $"{Of(collection.GetType())}[{collection.Count}]",
        _ => value.ToString() ?? Of(value.GetType()),
    };
}
