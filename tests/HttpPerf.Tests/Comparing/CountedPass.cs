using HttpPerf.Counting;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;

namespace HttpPerf.Tests.Comparing;

/// <summary>The counts of a pass, in few words.</summary>
internal static class CountedPass
{
    public static readonly IReadOnlyDictionary<string, string> NothingElse = new Dictionary<string, string>();

    /// <summary>Over 400 operations: two that moved, with tags and without, one that didn't, and some that can't be had.</summary>
    public static readonly CounterSamples Samples = Of(
        400,
        new Dictionary<string, string> { ["sockets.*"] = "requests go in memory", ["dns.lookups"] = "there are no names" },
        Reading("my.counter", 1200, ("color", "red"), ("size", "2")),
        Reading("my.counter", 400, ("color", "blue"), ("size", "2")),
        Reading("my.counter", 100, ("color", "blue"), ("size", "3")),
        Reading("tls.handshakes", 4),
        Reading("http.client.requests", 0));

    public static CounterSamples Of(long operations, params CounterReading[] readings) => Of(operations, NothingElse, readings);

    public static CounterSamples Of(long operations, IReadOnlyDictionary<string, string> notApplicable, params CounterReading[] readings) =>
        new(operations, new CounterReadings(readings, notApplicable));

    public static CounterReading Reading(string name, double total, params (string Name, string Value)[] tags) =>
        new(name, tags.ToDictionary(tag => tag.Name, tag => tag.Value), total);

    public static CaseComparison With(this CaseComparison comparison, CounterSamples samples) =>
        comparison with { Counts = new Counts(Quarters(samples), 0.01) };

    /// <summary>The same, counted in four stretches that agree, if there are as many operations.</summary>
    public static CounterSamples[] Quarters(CounterSamples samples)
    {
        if (samples.Operations < 4)
            return [samples];

        var quarter = samples with
        {
            Operations = samples.Operations / 4,
            Readings = samples.Readings with { Counted = [.. samples.Readings.Counted.Select(r => r with { Total = r.Total / 4 })] },
        };
        return [quarter, quarter, quarter, quarter];
    }
}
