using FluentAssertions;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

public sealed class KeptLimitsTests(KeptLimitsTests.Fixture fixture) : IClassFixture<KeptLimitsTests.Fixture>
{
    private readonly TestRun _run = fixture.Run;

    [Fact]
    public void A_run_that_keeps_all_limits_passes()
    {
        _run.Output.Should().Contain("Passed!  - Failed:     0, Passed:     9, Skipped:     0, Total:     9");
        _run.ExitCode.Should().Be(0);
    }

    [Fact]
    public void Each_case_is_a_test_with_the_name_of_its_key() => _run.Tests.Select(test => test.Name).Should().BeEquivalentTo(
        "Alone.Allocates",
        "HttpPerf.SampleTests.ByCode.Reading_allocates_a_fifth_of_copying_at_most",
        "Referenced.Allocates",
        "Sample.Copying(Size: 10)",
        "Sample.Copying(Size: 1000)",
        "Sample.Reads(Size: 10)",
        "Sample.Reads(Size: 1000)",
        "Served.GetStream",
        "Served.GetString");

    [Theory]
    [InlineData("Sample.Copying(Size: 10)")]
    [InlineData("Sample.Reads(Size: 10)")]
    public void The_output_of_each_test_shows_its_group(string test) => _run[test].Output.Should()
        .StartWith("Sample(Size: 10)\n\n| Method  |")
        .And.MatchRegex(@"\| Copying \| passed  \| .* \| +\+[\d,]+ % bytes \| .* 400 B \|")
        .And.MatchRegex(@"\| Reads   \| passed  \| .* \| +\+(10\.0|9\.\d) % bytes \| .* 40 B \(0\.10×\) \|")
        .And.MatchRegex(@"Measured in \d+\.\d s, \d+\.\d s of them to warm up; BenchmarkDotNet and reporting took \d+ more ms per case\.")
        .And.NotContain("could not");

    [Fact]
    public void The_output_says_which_server_answered() => _run["Served.GetStream"].Output.Should()
        .MatchRegex(
            @"Host: TargetApi on Kestrel in a child process \(http://127\.0\.0\.1:\d+\)\. TargetApi listened after \d+ ms \(cold start\)");

    [Fact]
    public void Each_group_is_measured_once_and_its_progress_told() => _run.Progress
        .Where(line => line.EndsWith("epoch 1 of 4", StringComparison.Ordinal))
        .Should().BeEquivalentTo(
            "Alone: epoch 1 of 4",
            "Referenced: epoch 1 of 4",
            "Served: epoch 1 of 4",
            "Sample(Size: 10), group 1 of 2: epoch 1 of 4",
            "Sample(Size: 1000), group 2 of 2: epoch 1 of 4");

    [Fact]
    public void Each_group_has_reports_in_the_artifacts_folder() => _run.Artifacts.Should().Equal(
        "Alone/results/HttpPerf.SampleTests.Alone-report-github.md",
        "httpperf/report.html",
        "httpperf/results.json",
        "Referenced/results/HttpPerf.Fixtures.Referenced-report-github.md",
        "Sample_Size__10/results/HttpPerf.SampleTests.Sample-report-github.md",
        "Sample_Size__1000/results/HttpPerf.SampleTests.Sample-report-github.md",
        "Served/results/HttpPerf.SampleTests.Served-report-github.md");

    [Fact]
    public void The_results_of_all_groups_are_in_one_file()
    {
        var results = _run.Results!;

        results.Tests.Name.Should().Be("SampleTests");
        results.Groups.Select(group => group.Name).Should().BeEquivalentTo(
            "Alone", "Referenced", "Served", "Sample(Size: 10)", "Sample(Size: 1000)");
        results.Cases.Should().OnlyContain(c => c.Verdict == CaseVerdict.Passed);
        var reads = results.Cases.Single(c => c.Name == "Sample.Reads(Size: 10)");
        reads.Metrics["allocatedBytes"].Should().Be(new Figure(40, 40, 40) { Text = "40 B/op" });
        reads.Limits.Should().ContainSingle().Which.Should().BeEquivalentTo(
            new { Metric = "allocatedRatio", Max = 0.11, Pattern = "Sample.Reads(*", Line = 5, Status = LimitStatus.Within });
        results.Groups.Single(group => group.Name == "Served").Hosts
            .Should().ContainSingle().Which.Should().StartWith("TargetApi on Kestrel");
        results.Settings["epochs"].Should().Be(4);
        // The sample has classes whose cases can't be known.
        results.AllCases.Should().BeNull();
    }

    [Fact]
    public void The_run_ends_with_a_summary()
    {
        var summary = _run.Progress.SkipWhile(line => !line.Contains("cases passed", StringComparison.Ordinal)).ToList();

        summary.Should().HaveCountGreaterThan(3);
        summary[0].Should().MatchRegex(@"^8 of 8 cases passed in \d+ s of measuring\.$");
        summary[1].Should().MatchRegex(@"^\d+ of \d+ endpoints of TargetApi are measured; not: ");
        summary[2].Should().MatchRegex(@"^would have found \+5 % in \d of 1 cases with limits on times, \+10 % in \d");
        summary.Should().Contain(
            "better than its limit, which could be lower: Sample.Copying(Size: 10) allocatedBytes 400 B/op, allowed up to 11,000 B/op");
        summary[^1].Should().MatchRegex("^report: /.*/artifacts/httpperf/report.html$");
    }

    [Fact]
    public void The_test_that_measured_carries_the_reports() =>
        _run.Tests.Where(test => test.Name.StartsWith("Served.", StringComparison.Ordinal)).SelectMany(test => test.Attachments)
            .Should().BeEquivalentTo("HttpPerf.SampleTests.Served-report-github.md.txt");

    // Limits in code: Perf.Measure in a test of its own, which shares the group that others measured.
    [Fact]
    public void A_limit_in_code_is_kept_too() =>
        _run["HttpPerf.SampleTests.ByCode.Reading_allocates_a_fifth_of_copying_at_most"].Outcome.Should().Be("Passed");

    // The sample's classes run in parallel, and each of them has a group to measure.
    public sealed class Fixture : IAsyncLifetime
    {
        internal TestRun Run { get; private set; } = null!;

        public async ValueTask InitializeAsync() => Run = await TestRun.Beside(
            "Category=Sample|Category=Served|Category=Alone|Category=ByCode|Category=Referenced",
            """
            {
              "settings": { "epochs": 4 },
              "benchmarks": {
                "Sample.Copying(*": { "allocatedBytes": 11000 },
                "Sample.Reads(*": { "allocatedRatio": 0.11 },
                "Served.*": { "timeRatio": 5 },
                "Alone.*": { "allocatedBytes": 1024 },
                "Referenced.*": { "allocatedBytes": 1024 },
                "Faulty.Works": { "allocatedBytes": 1 }
              }
            }
            """);

        public ValueTask DisposeAsync() => default;
    }
}
