using HttpPerf.Judging.Limits;
using HttpPerf.Model;

namespace HttpPerf.Thresholds;

/// <summary>The values that a limit allows, and its position.</summary>
internal readonly record struct ReadLimit(Metric Metric, Allowed Allowed, Position At);

/// <summary>Reads the sections of an entry whose members are counters.</summary>
internal sealed class CounterLimitReader(MemberReader members, LimitReader limits, ProblemList problems)
{
    public const string Example = """{ "http.client.connections.opened": 0.01 }""";

    /// <summary>The sections' names, and how to create a metric from a counter in each.</summary>
    public static readonly IReadOnlyDictionary<string, Func<CounterSelection, Metric>> Sections =
        new Dictionary<string, Func<CounterSelection, Metric>>
        {
            ["counters"] = Metric.Counter,
            ["countersPerSecond"] = Metric.CounterPerSecond,
        };

    /// <param name="section">The section.</param>
    /// <param name="at">Where its name stands.</param>
    /// <param name="create">Creates a metric from a counter.</param>
    public List<ReadLimit> Read(JsonMember section, Position at, Func<CounterSelection, Metric> create)
    {
        var read = new List<ReadLimit>();
        var seen = new Dictionary<Metric, (string Name, Position At)>();
        members.ReadMembers(section, (member, at) =>
        {
            if (Parse(member.Name, at, create) is not { } metric)
                return;
            // An exact repetition of a name has already been reported.
            if (!seen.TryAdd(metric, (member.Name, at)) && seen[metric] is var first && first.Name != member.Name)
                problems.Add(
                    at,
                    $"{Wording.Quote(member.Name)} is the same as {Wording.Quote(first.Name)} "
                    + $"at line {first.At.Line}, column {first.At.Column}. Keep one of them.");
            if (limits.Read(member, at, metric) is { } allowed)
                read.Add(new ReadLimit(metric, allowed, at));
        });
        if (section.Members.Count == 0)
            problems.Add(at, $"\"{section.Name}\" sets no limit. Name a counter, as in {Example}, or remove it.");
        return read;
    }

    private Metric? Parse(string counter, Position at, Func<CounterSelection, Metric> create)
    {
        try
        {
            return create(CounterSelection.Parse(counter));
        }
        catch (FormatException e)
        {
            problems.Add(at, $"{Wording.Quote(counter)} {e.Message}");
            return null;
        }
    }
}
