using System.Collections;
using System.Net;
using System.Reflection;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using HttpPerf.Results.Quoting;
using HttpPerf.Workloads;

namespace HttpPerf.Checking;

/// <summary>Checks the results of benchmarks.</summary>
internal static class ReturnedResult
{
    private static readonly JsonSerializerOptions Json = new()
    {
        IncludeFields = true,
        NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>Describes the operation's last result if it is empty; null if it isn't, or if the method returns nothing.</summary>
    public static string? DescribeEmpty(Operation operation)
    {
        if (!operation.ReturnsValue)
            return null;
        return operation.LastResult switch
        {
            null => "null",
            string { Length: 0 } => "an empty string",
            var tree when IsTree(tree) => $"{tree}" is "" or "{}" or "[]" ? "an empty document" : null,
            IEnumerable sequence and not string when !sequence.Cast<object?>().Any() => "an empty collection",
            _ => null,
        };
    }

    /// <summary>
    /// Whether it is a part of a document, which consists of parts of its own kind. A leaf then has no elements, and yet it is not empty:
    /// Newtonsoft.Json's <c>JValue</c>.
    /// </summary>
    private static bool IsTree(object? value) =>
        // First, because a result may have thousands of elements that are no sequences.
        value is IEnumerable
        && value.GetType().GetInterfaces().Any(
            type => type.IsGenericType
                && type.GetGenericTypeDefinition() == typeof(IEnumerable<>)
                && type.GenericTypeArguments[0] != typeof(object)
                && type.GenericTypeArguments[0].IsInstanceOfType(value))
        // Its text is all that is known of it.
        && value.GetType().GetMethod(nameof(ToString), Type.EmptyTypes)!.DeclaringType != typeof(object);

    /// <summary>
    /// Describes the operation's last result if it shows a failed request; null otherwise. Doesn't allocate unless there is a failure.
    /// </summary>
    public static string? DescribeFailure(Operation operation, Benchmark benchmark) => !operation.ReturnsReference
        ? null
        : operation.LastResult switch
        {
            null when !benchmark.ExpectsEmptyResult => "null",
            string { Length: 0 } when !benchmark.ExpectsEmptyResult => "an empty string",
            ICollection { Count: 0 } when !benchmark.ExpectsEmptyResult => "an empty collection",
            HttpResponseMessage { StatusCode: >= HttpStatusCode.BadRequest and var status }
                when benchmark.ExpectedErrors?.Include((int)status) != true => $"a response with the status {(int)status}",
            _ => null,
        };

    /// <summary>Describes a result whose objects have default values in all of their fields; null for any other result.</summary>
    public static string? DescribeUnset(object? result)
    {
        if (IsTree(result))
            return null;
        if (result is not IEnumerable sequence)
            return IsUnset(result) ? "an object that holds nothing but default values" : null;
        return result is not string && sequence.Cast<object?>().All(IsUnset)
            ? $"{sequence.Cast<object?>().Count()} objects that hold nothing but default values"
            : null;
    }

    /// <summary>
    /// A number or date of zero may be a real value, but an object whose fields are all zero or empty was never filled in.
    /// </summary>
    private static bool IsUnset(object? value)
    {
        if (value is null or string or IEnumerable or IDisposable || value.GetType() is { IsValueType: true } or { Namespace: "System" })
            return false;
        var fields = FieldsOf(value.GetType()).ToList();
        return fields.Count > 0 && fields.TrueForAll(f => IsDefault(f.GetValue(value)));
    }

    private static IEnumerable<FieldInfo> FieldsOf(Type? type) => type is null ? [] : type
        .GetFields(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly)
        .Concat(FieldsOf(type.BaseType));

    private static bool IsDefault(object? value) => value is null or string { Length: 0 } or ICollection { Count: 0 }
        || (value is ValueType && value.Equals(Activator.CreateInstance(value.GetType())));

    /// <summary>
    /// Describes how two results differ. Null if they are equal, or can't be compared because one is null or holds a resource, e.g. a
    /// response or a stream.
    /// </summary>
    public static string? DescribeDifference(object? result, object? reference)
    {
        if (result is null or IDisposable || reference is null or IDisposable || result.Equals(reference))
            return null;
        if (result is string && reference is string)
            return $"{Show(result)} instead of {Show(reference)}";
        if (IsTree(result) && IsTree(reference))
            return $"{result}" == $"{reference}" ? null : $"{Show(result)} instead of {Show(reference)}";
        if (result is IEnumerable and not string && reference is IEnumerable and not string)
            return SequenceDifference([.. ((IEnumerable)result).Cast<object?>()], [.. ((IEnumerable)reference).Cast<object?>()]);
        return AsJson(result) is { } json && AsJson(reference) is { } referenceJson && json != referenceJson
            ? $"{Show(json)} instead of {Show(referenceJson)}"
            : null;
    }

    private static string? SequenceDifference(object?[] result, object?[] reference)
    {
        if (result.Length != reference.Length)
            return $"{result.Length} elements instead of {reference.Length}";
        for (var i = 0; i < result.Length; i++)
        {
            if ((result[i] is null) != (reference[i] is null))
                return $"at index {i}, {Show(result[i])} instead of {Show(reference[i])}";
            if (DescribeDifference(result[i], reference[i]) is { } difference)
                return $"at index {i}, {difference}";
        }

        return null;
    }

    /// <summary>For types that don't define equality, or whose members don't; null if the value can't be serialized.</summary>
    private static string? AsJson(object value)
    {
        try
        {
            return JsonSerializer.Serialize(value, Json);
        }
        catch (Exception)
        {
            // Can be any exception: serializing calls the type's own properties.
            return null;
        }
    }

    private static string Show(object? value)
    {
        var text = Quotation.Line(value?.ToString() ?? "null");
        return text.Length <= 120 ? text : $"{text[..120]}…";
    }
}
