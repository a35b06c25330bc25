using System.Text.Json;

namespace HttpPerf.Thresholds;

/// <summary>Reads one limit: a number, which is a maximum, or an object with a minimum, a maximum or both.</summary>
internal sealed class LimitReader(JsonObjects objects, ProblemList problems)
{
    private static readonly string[] Fields = ["min", "max"];

    /// <returns>The bounds; null if they are invalid.</returns>
    public (double? Min, double? Max)? Read(ref Utf8JsonReader json, Key key, Metric metric)
    {
        if (json.TokenType == JsonTokenType.StartObject)
            return ReadBounds(ref json, key, metric);

        const string Alternative = """ as a maximum, or an object such as { "min": 1, "max": 2 }""";
        return ReadMaximum(ref json, Subject(metric), metric, Alternative) is { } max ? (null, max) : null;
    }

    private (double? Min, double? Max)? ReadBounds(ref Utf8JsonReader json, Key key, Metric metric)
    {
        double? min = null, max = null;
        var before = problems.Count;
        var members = objects.ReadMembers(ref json, (ref json, field) =>
        {
            var subject = $"The \"{field.Name}\" of {Wording.Quote(metric.Name)}";
            switch (field.Name)
            {
                case "min":
                    min = ReadNumber(ref json, subject, metric);
                    break;
                case "max":
                    max = ReadMaximum(ref json, subject, metric);
                    break;
                default:
                    var known = Wording.Known(field.Name, "fields", Fields);
                    problems.Add(field.At, $"{Wording.Quote(field.Name)} is not a field of a limit. {known}");
                    json.Skip();
                    break;
            }
        });

        var contradiction = problems.Count > before ? null : Contradiction(members, min, max);
        if (contradiction is not null)
            problems.Add(key.At, $"{Subject(metric)} {contradiction}");
        return problems.Count == before ? (min, max) : null;
    }

    private static string? Contradiction(int members, double? min, double? max) => (min, max) switch
    {
        _ when members == 0 =>
            """is an empty object. Write "min", "max" or both, as in { "min": 1, "max": 2 }.""",
        _ when min > max =>
            $"has the \"min\" {Wording.Json(min.Value)} above its \"max\" {Wording.Json(max.Value)}, "
            + "so that nothing can meet it. Correct one of them.",
        (0, null) =>
            """has only a "min" of 0, which everything meets. Write a number above 0, or remove the limit.""",
        _ => null,
    };

    private double? ReadMaximum(ref Utf8JsonReader json, string subject, Metric metric, string alternative = "")
    {
        if (ReadNumber(ref json, subject, metric, alternative) is not { } max)
            return null;
        if (max > 0 || metric.CanBeZero)
            return max;

        var found = JsonObjects.Found(ref json);
        return Reject(ref json, $"{subject} is {found}, which nothing can meet. Write a number above 0, in {metric.Unit.InWords()}.");
    }

    private double? ReadNumber(ref Utf8JsonReader json, string subject, Metric metric, string alternative = "")
    {
        var found = JsonObjects.Found(ref json);
        var unit = metric.Unit.InWords();
        if (json.TokenType != JsonTokenType.Number)
        {
            var quotes = json.TokenType == JsonTokenType.String ? " (no quotes, no unit)" : "";
            return Reject(ref json, $"{subject} is {found}. Write a number in {unit}{quotes}{alternative}.");
        }

        // A value too large for a double is read as infinite on every current runtime, although false is the documented result.
        if (!json.TryGetDouble(out var number) || double.IsPositiveInfinity(number))
        {
            var advice = $"Write a number in {unit} below 1.8e308, or remove the limit.";
            return Reject(ref json, $"{subject} is {found}, which is too large. {advice}");
        }

        if (number < 0)
        {
            var right = metric.CanBeZero ? "0 or more" : "a number above 0";
            return Reject(ref json, $"{subject} is {found}, but measured values are never negative. Write {right}, in {unit}.");
        }

        // Avoids -0, which would be shown as such.
        return Math.Abs(number);
    }

    private double? Reject(ref Utf8JsonReader json, string message)
    {
        problems.Add(objects.At(ref json), message);
        json.Skip();
        return null;
    }

    private static string Subject(Metric metric) => $"The limit of {Wording.Quote(metric.Name)}";
}
