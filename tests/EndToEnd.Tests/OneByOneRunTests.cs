using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Cases whose instances can't exist at the same time.</summary>
[Collection(nameof(SampleRun))]
public sealed class OneByOneRunTests(SampleRun sample)
{
    [Fact]
    public void Cases_that_listen_on_the_same_port_are_measured_one_after_another()
    {
        var run = sample.Run;

        run["FixedPort.One"].Outcome.Should().Be("Passed", run.Output);
        run["FixedPort.Slower"].Outcome.Should().Be("Passed", run.Output);
        run["FixedPort.Slower"].Output.Should()
            .MatchRegex(@"Cases were measured one after another, because FixedPort\.(One|Slower) can't be set up beside the others\. ")
            .And.Contain("[GlobalSetup] threw System.Net.Sockets.SocketException (98): Address already in use")
            .And.Contain("A/A check: none, because a copy of the baseline could not be measured beside it.")
            .And.MatchRegex(@"Slower +\|[^|]*\|.*[1-4]\.\d\d");
    }
}
