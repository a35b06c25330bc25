using FluentAssertions;
using HttpPerf.Model;
using HttpPerf.Reporting;
using HttpPerf.Tests.Comparing;
using Xunit;

namespace HttpPerf.Tests.Reporting;

/// <summary>The machine's share that overlapping calls take.</summary>
public sealed class LoadNotesTests
{
    [Theory]
    [InlineData(64, 1.1, 0.75, "this process takes 1.1 and its server 0.75. The cores limit the callers.")]
    [InlineData(64, 1.9, null, "this process takes 1.9. The cores limit the callers.")]
    [InlineData(
        64,
        0.5,
        0.25,
        "this process takes 0.5 and its server 0.25. The cores don't limit the callers: calls wait, e.g. for a lock or a free "
        + "connection, or other processes take the rest.")]
    [InlineData(
        2,
        1.1,
        0.75,
        "this process takes 1.1 and its server 0.75. With so few callers, the time of each request limits the rate.")]
    public void It_is_said_what_reaches_its_limit_first(int callers, double client, double? server, string note) =>
        Write(new LoadModel(callers), client, server).Should().Equal($"Reading.Alone, {callers} callers: of 2 cores, {note}");

    [Theory]
    [InlineData(0.5, "this process takes 0.5 and its server 0.75.")]
    [InlineData(1.1, "this process takes 1.1 and its server 0.75. All of them are busy, so calls wait for them.")]
    public void Of_an_arrival_rate_it_is_said_whether_the_cores_are_used_up(double client, string note) =>
        Write(new LoadModel(ArrivalRate: 2000), client, 0.75).Should().Equal($"Reading.Alone, 2,000 calls a second: of 2 cores, {note}");

    [Fact]
    public void Of_a_case_whose_calls_follow_one_another_nothing_is_said() =>
        LoadNotes.Write(Group.Of(Group.Times(Group.Alone, [1, 1])), cores: 2).Should().BeEmpty();

    private static IEnumerable<string> Write(LoadModel model, double client, double? server)
    {
        var samples = Group.Times(Group.Alone, [1, 1])
            .With(
                new SoloRunSamples(new(100, 0, 0, 0, 0), 0.5e9 * client, 0.5e9 * server, 0.5e9),
                new(new(100, 0, 0, 0, 0), 1.5e9 * client, 1.5e9 * server, 1.5e9),
                null)
            with
        { Load = model };
        return LoadNotes.Write(Group.Of(samples), cores: 2);
    }
}
