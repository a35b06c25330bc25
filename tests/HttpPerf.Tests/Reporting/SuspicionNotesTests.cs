using FluentAssertions;
using HttpPerf.Reporting;
using HttpPerf.Tests.Comparing;
using Xunit;

namespace HttpPerf.Tests.Reporting;

public sealed class SuspicionNotesTests
{
    private static readonly double[] Growing = [.. Enumerable.Range(0, 16).Select(window => 1000.0 * (window + 1))];

    [Fact]
    public void Growing_bytes_are_noted_with_their_beginning_and_end_of_client_and_server()
    {
        var samples = Group.Bytes(Group.Alone, Growing).WithServer(new([Growing], 1));

        SuspicionNotes.Write(Group.Of(samples)).Should().Equal(
            "Reading.Alone allocates 5.80× as much at the end of measuring as at the beginning: 14,500 B/op instead of 2,500 B/op. "
            + "Does its data grow from call to call? Then its figures depend on how often it is called; remove the added data, "
            + "e.g. in [IterationCleanup].",
            "The server allocates for Reading.Alone 5.80× as much at the end of measuring as at the beginning: 14,500 B/op instead of "
            + "2,500 B/op. Does its data grow from call to call? Then its figures depend on how often it is called; remove the added data, "
            + "e.g. in [IterationCleanup].");
    }

    [Fact]
    public void A_fixed_wait_is_noted()
    {
        var samples = Group.Times(Group.Alone, [.. Enumerable.Repeat(Enumerable.Repeat(100.3e6, 16).ToArray(), 4)]);

        SuspicionNotes.Write(Group.Of(samples)).Should().ContainSingle().Which.Should().StartWith(
            "Reading.Alone takes between 100.30 ms and 100.30 ms in half of all calls, and ").And.EndWith(
            " of processor time. Something waits for a fixed time, e.g. a delay or a rate limiter, and hides how long the code takes.");
    }
}
