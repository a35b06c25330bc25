using System.Diagnostics.CodeAnalysis;
using FluentAssertions;
using HttpPerf.Counting;
using Xunit;

namespace HttpPerf.Tests.Counting;

// Counting sees the whole process, so no other test may run meanwhile.
[CollectionDefinition(nameof(Alone), DisableParallelization = true)]
[SuppressMessage("Naming", "CA1711", Justification = "It is one.")]
public sealed class Alone;

internal static class Counted
{
    public static async Task<CounterReadings> WhileAsync(ICounterSource source, Func<Task> work)
    {
        await source.Start(TestContext.Current.CancellationToken);
        await work();
        return await source.Stop(TestContext.Current.CancellationToken);
    }

    public static Task<CounterReadings> WhileAsync(Action work) => WhileAsync(new ProcessCounters(), () =>
    {
        work();
        return Task.CompletedTask;
    });

    // Of a counter that must be known.
    public static double Total(this CounterReadings readings, string name, params (string Key, string Value)[] tags)
    {
        readings.Counted.Should().Contain(reading => reading.Name == name);
        return readings.Counted
            .Where(reading => reading.Name == name)
            .Where(reading => tags.All(tag => reading.Tags.TryGetValue(tag.Key, out var value) && value == tag.Value))
            .Sum(reading => reading.Total);
    }

    // A server may still be closing connections of requests that were answered before: its count of them goes up and down, under their
    // tags.
    public static void ShouldHaveStoodStill(this CounterReadings readings, string name) => readings.Total(name).Should().Be(0);
}
