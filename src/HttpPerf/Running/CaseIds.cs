using System.Collections;
using System.Globalization;
using BenchmarkDotNet.Parameters;
using BenchmarkDotNet.Running;

namespace HttpPerf.Running;

/// <summary>
/// Identifies BenchmarkDotNet's cases. Its own display name depends on the machine's culture and is cut to a column's width, so that two
/// cases can share it; a key in a file must do neither.
/// </summary>
internal static class CaseIds
{
    public static CaseId Identify(BenchmarkCase benchmark, BenchmarkCase? baseline = null) => new(
        ClassNames.Of(benchmark.Descriptor.Type),
        benchmark.Descriptor.WorkloadMethod.Name,
        Describe(benchmark.Parameters),
        baseline?.Descriptor.WorkloadMethod.Name);

    public static string Describe(ParameterInstances parameters) =>
        string.Join(", ", parameters.Items.Select(p => $"{p.Name}: {Describe(p.Value)}"));

    private static string Describe(object? value) => value switch
    {
        null => "null",
        Type type => TypeNames.Of(type),
        string text => text.ReplaceLineEndings(" "),
        IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
        Array array => $"{TypeNames.Of(array.GetType().GetElementType()!)}[{array.Length}]",
        ICollection collection => $"{TypeNames.Of(collection.GetType())}[{collection.Count}]",
        _ => value.ToString() ?? TypeNames.Of(value.GetType()),
    };
}
