using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Instances of the same code that differ by a fifth, so that a case can't be told from its baseline's copy.</summary>
[Collection(nameof(SampleRun))]
public sealed class UnequalInstancesTests(SampleRun sample)
{
    [Fact]
    public void Where_a_copy_of_the_baseline_differs_from_it_every_test_shows_by_how_much_and_bytes_fail_all_the_same()
    {
        var run = sample.Run;

        run.ExitCode.Should().NotBe(0);
        run["Unequal.One"].Outcome.Should().Be("Passed", run["Unequal.One"].Message);
        // How certain it is depends on the machine, so either of the words for that may follow.
        var check = run.Results!.Groups.Single(group => group.Name == "Unequal").Check!;
        check.Control!.Value.Should().BeInRange(1.05, 1.5);
        run["Unequal.One"].Output.Should().MatchRegex(
            @"A/A check: a copy of the baseline took 1\.\d\d× as long(?: \(.+….+\)|, too uncertain to show anything), "
            + @"doubled work \d\.\d\d×\.");
        run["Unequal.Third"].Message.Should()
            .StartWith("HttpPerf.PerfTestException : Unequal.Third allocates 128 B/op; thresholds.json:7 allows 127 B/op.")
            .And.NotContain("timeRatio");
    }
}
