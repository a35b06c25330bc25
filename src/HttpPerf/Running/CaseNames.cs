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

    public static string Of(Type type)
    {
        var name = type.IsNested ? $"{Of(type.DeclaringType!)}.{type.Name}" : type.Name;
        var arity = name.LastIndexOf('`');
        return arity < 0 || !type.IsGenericType
            ? name
            : $"{name[..arity]}<{string.Join(", ", type.GetGenericArguments().Select(Of))}>";
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
