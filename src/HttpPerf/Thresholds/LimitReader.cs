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
internal sealed class LimitReader(MemberReader members, ProblemList problems)
{
    private static readonly string[] Fields = ["min", "max"];
    private static readonly string[] FieldsOfBytes = [.. Fields, "amounts"];

    /// <returns>The limit; null if it is invalid.</returns>
    public Allowed? Read(JsonMember limit, Position at, Metric metric)
    {
        if (limit.IsObject)
            return ReadBounds(limit, at, metric);

        const string Alternative = """ as a maximum, or an object such as { "min": 1, "max": 2 }""";
        return ReadMaximum(limit, Subject(metric), metric, Alternative) is { } max ? new(null, max) : null;
    }

    private Allowed? ReadBounds(JsonMember limit, Position at, Metric metric)
    {
        double? min = null, max = null;
        IReadOnlyList<double>? amounts = null;
        var before = problems.Count;
        members.ReadMembers(limit, (field, fieldAt) =>
        {
            var subject = $"The \"{field.Name}\" of {Wording.Quote(metric.Name)}";
            switch (field.Name)
            {
                case "min":
                    min = ReadNumber(field, subject, metric);
                    break;
                case "max":
                    max = ReadMaximum(field, subject, metric);
                    break;
                case "amounts" when metric.HasAmounts:
                    amounts = ReadAmounts(field, subject, metric);
                    break;
                default:
                    var known = Wording.Known(field.Name, "fields", metric.HasAmounts ? FieldsOfBytes : Fields);
                    problems.Add(fieldAt, $"{Wording.Quote(field.Name)} is not a field of a limit. {known}");
                    break;
            }
        });

        var contradiction = problems.Count > before ? null : Contradiction(limit.Members.Count, min, max, amounts);
        if (contradiction is not null)
            problems.Add(at, $"{Subject(metric)} {contradiction}");
        return problems.Count > before ? null
            : amounts is null ? new(min, max)
            : new(null, SuggestedLimit.Max(metric, Estimate.Exact(amounts[^1])), amounts);
    }

    /// <returns>From the smallest; null if they are invalid.</returns>
    private double[]? ReadAmounts(JsonMember array, string subject, Metric metric)
    {
        const string Advice = "Write an array of all amounts that are usual, in bytes per operation, such as [1024, 1072].";
        if (array.Type != JsonTokenType.StartArray)
        {
            Reject(array, $"{subject} is {members.Found(array)}. {Advice}");
            return null;
        }

        var amounts = array.Members.Select(amount => ReadNumber(amount, $"An amount of {Wording.Quote(metric.Name)}", metric)).ToList();
        members.RequireComplete(array);
        if (amounts.Count == 0)
            Reject(array, $"{subject} is empty. {Advice}");
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

    private double? ReadMaximum(JsonMember value, string subject, Metric metric, string alternative = "")
    {
        if (ReadNumber(value, subject, metric, alternative) is not { } max)
            return null;
        return max > 0 || metric.CanBeZero
            ? max
            : Reject(
                value,
                $"{subject} is {members.Found(value)}, which nothing can meet. Write a number above 0, in {metric.Unit.InWords()}.");
    }

    private double? ReadNumber(JsonMember value, string subject, Metric metric, string alternative = "")
    {
        var found = members.Found(value);
        var unit = metric.Unit.InWords();
        switch (members.Number(value))
        {
            case null:
                var quotes = value.Type == JsonTokenType.String ? " (no quotes, no unit)" : "";
                return Reject(value, $"{subject} is {found}. Write a number in {unit}{quotes}{alternative}.");
            case double.PositiveInfinity:
                var advice = $"Write a number in {unit} below 1.8e308, or remove the limit.";
                return Reject(value, $"{subject} is {found}, which is too large. {advice}");
            case < 0:
                var right = metric.CanBeZero ? "0 or more" : "a number above 0";
                return Reject(value, $"{subject} is {found}, but measured values are never negative. Write {right}, in {unit}.");
            case { } number:
                // Avoids -0, which would be shown as such.
                return Math.Abs(number);
        }
    }

    private double? Reject(JsonMember value, string message)
    {
        problems.Add(members.At(value), message);
        return null;
    }

    private static string Subject(Metric metric) => $"The limit of {Wording.Quote(metric.Name)}";
}
