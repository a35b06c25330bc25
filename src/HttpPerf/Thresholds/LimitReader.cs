using System.Text.Json;
using HttpPerf.Judging.Limits;

namespace HttpPerf.Thresholds;

/// <param name="Min">The smallest value; null for no minimum.</param>
/// <param name="Max">The largest value; null for no maximum.</param>
/// <param name="Amounts">The amounts that are usual, from the smallest; null if none are recorded.</param>
internal readonly record struct Allowed(double? Min, double? Max, IReadOnlyList<double>? Amounts = null);

/// <summary>
/// Reads one limit: a number, which is a maximum, or an object with a minimum, a maximum or both, or with the amounts that are usual.
/// </summary>
internal sealed class LimitReader(JsonObjects objects, ProblemList problems)
{
    private static readonly string[] Fields = ["min", "max"];
    private static readonly string[] FieldsOfBytes = [.. Fields, "amounts"];

    /// <returns>What is allowed; null if it is invalid.</returns>
    public Allowed? Read(ref Utf8JsonReader json, Key key, Metric metric)
    {
        if (json.TokenType == JsonTokenType.StartObject)
            return ReadBounds(ref json, key, metric);

        const string Alternative = """ as a maximum, or an object such as { "min": 1, "max": 2 }""";
        return ReadMaximum(ref json, Subject(metric), metric, Alternative) is { } max ? new(null, max) : null;
    }

    private Allowed? ReadBounds(ref Utf8JsonReader json, Key key, Metric metric)
    {
        double? min = null, max = null;
        IReadOnlyList<double>? amounts = null;
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
                case "amounts" when metric.HasAmounts:
                    amounts = ReadAmounts(ref json, subject, metric);
                    break;
                default:
                    var known = Wording.Known(field.Name, "fields", metric.HasAmounts ? FieldsOfBytes : Fields);
                    problems.Add(field.At, $"{Wording.Quote(field.Name)} is not a field of a limit. {known}");
                    json.Skip();
                    break;
            }
        });

        var contradiction = problems.Count > before ? null : Contradiction(members, min, max, amounts);
        if (contradiction is not null)
            problems.Add(key.At, $"{Subject(metric)} {contradiction}");
        return problems.Count > before ? null
            : amounts is null ? new(min, max)
            : new(null, SuggestedLimit.Max(metric, Estimate.Exact(amounts[^1])), amounts);
    }

    /// <returns>From the smallest; null if they are invalid.</returns>
    private double[]? ReadAmounts(ref Utf8JsonReader json, string subject, Metric metric)
    {
        const string Advice = "Write an array of all amounts that are usual, in bytes per operation, such as [1024, 1072].";
        var at = objects.At(ref json);
        if (json.TokenType != JsonTokenType.StartArray)
        {
            Reject(ref json, $"{subject} is {JsonObjects.Found(ref json)}. {Advice}");
            return null;
        }

        var amounts = new List<double?>();
        while (json.Read() && json.TokenType != JsonTokenType.EndArray)
            amounts.Add(ReadNumber(ref json, $"An amount of {Wording.Quote(metric.Name)}", metric));
        if (amounts.Count == 0)
            problems.Add(at, $"{subject} is empty. {Advice}");
        return amounts.Count == 0 || amounts.Contains(null) ? null : [.. amounts.OfType<double>().Distinct().Order()];
    }

    private static string? Contradiction(int members, double? min, double? max, IReadOnlyList<double>? amounts) => (min, max) switch
    {
        _ when amounts is not null && members > 1 =>
            """has "amounts" beside a "min" or "max". Write either the amounts that are usual or bounds.""",
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
