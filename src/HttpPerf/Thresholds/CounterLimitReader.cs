using System.Text.Json;
using HttpPerf.Judging.Limits;
using HttpPerf.Model;

namespace HttpPerf.Thresholds;

/// <summary>The values that a limit allows, and its position.</summary>
internal readonly record struct Bounds(Metric Metric, Allowed Allowed, Position At);

/// <summary>Reads the sections of an entry whose members are counters.</summary>
internal sealed class CounterLimitReader(JsonObjects objects, LimitReader limits, ProblemList problems)
{
    public const string Example = """{ "http.client.connections.opened": 0.01 }""";

    /// <summary>The sections' names, and how to create a metric from a counter in each.</summary>
    public static readonly IReadOnlyDictionary<string, Func<CounterSelection, Metric>> Sections =
        new Dictionary<string, Func<CounterSelection, Metric>>
        {
            ["counters"] = Metric.Counter,
            ["countersPerSecond"] = Metric.CounterPerSecond,
        };

    /// <param name="json">Stands on the section.</param>
    /// <param name="section">Its name.</param>
    /// <param name="create">Creates a metric from a counter.</param>
    public List<Bounds> Read(ref Utf8JsonReader json, Key section, Func<CounterSelection, Metric> create)
    {
        var read = new List<Bounds>();
        var seen = new Dictionary<Metric, Key>();
        var members = objects.ReadMembers(ref json, (ref json, key) =>
        {
            if (Parse(key, create) is not { } metric)
                json.Skip();
            else
            {
                // An exact repetition of a name has already been reported.
                if (!seen.TryAdd(metric, key) && seen[metric] is var first && first.Name != key.Name)
                    problems.Add(
                        key.At,
                        $"{Wording.Quote(key.Name)} is the same as {Wording.Quote(first.Name)} "
                        + $"at line {first.At.Line}, column {first.At.Column}. Keep one of them.");
                if (limits.Read(ref json, key, metric) is { } allowed)
                    read.Add(new Bounds(metric, allowed, key.At));
            }
        });
        if (members == 0)
            problems.Add(section.At, $"\"{section.Name}\" sets no limit. Name a counter, as in {Example}, or remove it.");
        return read;
    }

    private Metric? Parse(Key key, Func<CounterSelection, Metric> create)
    {
        try
        {
            return create(CounterSelection.Parse(key.Name));
        }
        catch (FormatException e)
        {
            problems.Add(key.At, $"{Wording.Quote(key.Name)} {e.Message}");
            return null;
        }
    }
}
