using System.Collections;
using System.Text.Json;
using HttpPerf.Running;

namespace HttpPerf.Measuring;

/// <summary>Looks at what benchmarks return.</summary>
internal static class Results
{
    /// <summary>Says in which way an operation's last result is empty; null where it isn't, or where the method returns nothing.</summary>
    public static string? Emptiness(Operation operation)
    {
        if (!operation.GetType().IsGenericType)
            return null;
        return operation.LastResult switch
        {
            null => "null",
            string { Length: 0 } => "an empty string",
            IEnumerable sequence and not string when !sequence.Cast<object?>().Any() => "an empty collection",
            _ => null,
        };
    }

    /// <summary>Says in which way two results differ; null where they are equal, or one of them is nothing.</summary>
    public static string? Difference(object? result, object? reference)
    {
        if (result is null || reference is null || ReferenceEquals(result, reference) || result.Equals(reference))
            return null;
        if (result is string or ValueType || reference is string or ValueType)
            return $"{Show(result)} instead of {Show(reference)}";
        if (result is IEnumerable sequence && reference is IEnumerable referenceSequence)
            return SequenceDifference([.. sequence.Cast<object?>()], [.. referenceSequence.Cast<object?>()]);
        return AsJson(result) is { } json && AsJson(reference) is { } referenceJson && json != referenceJson
            ? $"{Show(json)} instead of {Show(referenceJson)}"
            : null;
    }

    private static string? SequenceDifference(object?[] result, object?[] reference)
    {
        if (result.Length != reference.Length)
            return $"{result.Length} elements instead of {reference.Length}";
        for (var i = 0; i < result.Length; i++)
            if ((result[i] is null) != (reference[i] is null) || Difference(result[i], reference[i]) is not null)
                return $"at index {i}, {Show(result[i])} instead of {Show(reference[i])}";
        return null;
    }

    /// <summary>For classes without equality of their own; null where they can't be written, and so not compared.</summary>
    private static string? AsJson(object value)
    {
        try
        {
            return JsonSerializer.Serialize(value);
        }
        catch (Exception e) when (e is NotSupportedException or JsonException or InvalidOperationException)
        {
            return null;
        }
    }

    private static string Show(object? value)
    {
        var text = value?.ToString() ?? "null";
        return text.Length <= 120 ? text : $"{text[..120]}…";
    }
}
