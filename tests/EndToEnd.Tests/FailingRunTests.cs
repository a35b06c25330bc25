using System.Text.RegularExpressions;
using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

public sealed class FailingRunTests(FailingRunTests.Fixture fixture) : IClassFixture<FailingRunTests.Fixture>
{
    private readonly TestRun _run = fixture.Run;

    [Fact]
    public void A_run_with_failures_fails() => _run.ExitCode.Should().NotBe(0);

    [Fact]
    public void One_byte_too_many_fails_and_says_where_how_much_and_what_to_do()
    {
        var message = _run["Sample.Reads(Size: 10)"].Message;

        // The limit has room for what another thread has allocated in two windows, if it has.
        var certain = Regex.Replace(message, @"there to 4[01](\.\d)?\.$", "there to 40.");
        Regex.Replace(Regex.Replace(certain, @"\d+ windows of \d+", "N windows of M"), " at .*", " at ….").Should().Be(
            """
            HttpPerf.PerfTestException : Sample.Reads(Size: 10) allocates 40 B/op; thresholds.json:3 allows 39 B/op.

              measured   40 B/op
              exact: N windows of M operations, spread 0.0 %
              40 B   1 × byte[] (40 B)   at ….

              If the growth is intended, raise "allocatedBytes" there to 40.
            """);
    }

    /// <summary>Here too.</summary>
    [Fact]
    public void A_case_that_allocates_more_than_its_ratio_allows_fails() => _run["Sample.Reads(Size: 1000)"].Message.Should().MatchRegex(
        """
        ^HttpPerf\.PerfTestException : Sample\.Reads\(Size: 1000\) allocates 0\.10× its baseline; thresholds\.json:4 allows 0\.05×\.

          measured   1,024 B/op   \(baseline Copying: 10,240 B/op\)
          exact: \d+ windows of \d+ operations, spread 0\.0 %
          1,024 B   1 × byte\[\] \(1,024 B\)   at .*Sample\.Reads \(Sample\.cs:\d+\)

          If the growth is intended, raise "allocatedRatio" there to 0\.11?\.$
        """);

    [Fact]
    public void A_case_that_takes_twice_its_baselines_time_fails() => _run["Slower.Twice"].Message.Should().MatchRegex(
        """
        ^HttpPerf\.PerfTestException : Slower\.Twice takes (1\.[6-9]|2\.\d)\d× its baseline's time; thresholds\.json:6 allows 1\.20×\.

          median     .*µs/op   \(baseline Once: .*µs/op\)
          between \d\.\d\d× and \d\.\d\d×: [2-5] processes: \d\.\d\d×(, \d\.\d\d×){1,4}
          (sampled in|The slowdown was not found)(.|\n)*

          If the slowdown is intended, raise "timeRatio" there to [23](\.\d+)?\.$
        """);

    [Fact]
    public void It_is_measured_again_in_fresh_processes_which_tell_their_progress()
    {
        // A busy machine has time for one.
        _run["Slower.Twice"].Output.Should().MatchRegex(
            @"Measured again in (one fresh process|[2-4] fresh processes), in \d+\.\d s: Twice\.");
        _run.Progress.Should().Contain("Slower: fresh process 1, epoch 1 of 4");
    }

    [Fact]
    public void Its_baselines_copy_is_no_slower_and_twice_the_work_takes_longer() => _run["Slower.Twice"].Output.Should().MatchRegex(
        @"A/A check: a copy of the baseline took (0\.[89]|1\.[01])\d× as long \(.*\), doubled work (1\.[6-9]|2\.[0-4])\d×\.\n");

    [Theory]
    [InlineData("Faulty.Throws", "The benchmark threw System.InvalidOperationException: the disk is full")]
    [InlineData("Faulty.FailsInSetup", "[GlobalSetup] threw System.InvalidOperationException: no database")]
    [InlineData("Faulty.FailsInCleanup", "[GlobalCleanup] threw System.InvalidOperationException: the file is in use")]
    [InlineData(
        "Faulty.ReturnsLess",
        "Its result differs from Faulty.Works's, so comparing them is meaningless: 99 elements instead of 100.")]
    [InlineData("Faulty.ForgetsItsWork", "It starts work that nothing awaits: 1 call(s) of an async void method.")]
    [InlineData("FaultyBaseline.Throws", "The benchmark threw System.InvalidOperationException: the baseline is broken")]
    [InlineData(
        "FaultyBaseline.Works",
        "Its baseline FaultyBaseline.Throws could not be measured:\n  The benchmark threw System.InvalidOperationException: "
        + "the baseline is broken")]
    public void A_case_that_can_not_be_measured_says_why(string test, string cause) => _run[test].Message.Should()
        .StartWith($"HttpPerf.PerfTestException : {test} could not be measured, so its limits were not checked.\n\n  {cause}");

    [Theory]
    [InlineData("Faulty.Works")]
    [InlineData("Faulty.WorksToo")]
    public void Others_of_a_faulty_group_are_judged(string test)
    {
        _run[test].Outcome.Should().Be("Passed");
        _run[test].Output.Should()
            .MatchRegex(@"\| WorksToo +\| passed  \| .* \| +\+[\d,.]+ % time \| .* 128 B \(1\.00×\) \|")
            .And.MatchRegex(@"\| Throws +\| INVALID \|")
            .And.NotContain("report could not be written");
    }

    [Theory]
    [InlineData("DyingServer.Get")]
    [InlineData("DyingServer.GetToo")]
    public void A_server_that_dies_in_mid_run_fails_its_group_with_its_last_words(string test) => _run[test].Message.Should()
        .MatchRegex("""
            could not be measured, so its limits were not checked\.

              BrokenApi on Kestrel in a child process \(http://127\.0\.0\.1:\d+\) failed:
              BrokenApi ended by itself with exit code 134; measurements since then don't count\. The last lines of its output:
            """)
        .And.Contain("the disk is on fire");

    [Fact]
    public void A_dead_server_is_noticed_before_a_second_attempt() =>
        _run.Progress.Where(line => line.Contains("DyingServer: epoch 1 of 4", StringComparison.Ordinal)).Should().ContainSingle();

    [Fact]
    public void A_group_without_its_baseline_is_not_measured_until_the_budget_is_used_up() =>
        _run.Progress.Where(line => line.Contains("FaultyBaseline: epoch 4 of 4", StringComparison.Ordinal)).Should().ContainSingle();

    [Fact]
    public void A_test_that_does_not_take_its_case_is_refused() => _run["NoParameter.Allocates"].Message.Should().Be(
        """
        NoParameterTests.Stays_within_its_thresholds has a [PerfTheory], so it takes a single parameter, the case. Write:

          public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
        """);

    [Fact]
    public void A_test_that_does_not_measure_its_case_fails_unless_it_is_skipped()
    {
        _run["NotMeasured.Forgotten"].Message.Should().Be(
            "HttpPerf.InvalidRunException : NotMeasured.Forgotten was not measured: its test has called neither ShouldMeetItsThresholds "
            + "nor Measure, so it would always pass. Call one of them, or skip the test.");
        _run["NotMeasured.LeftOut"].Outcome.Should().Be("Skip");
    }

    [Fact]
    public void An_async_void_benchmark_is_refused() => _run["AsyncVoid.Forgets"].Message.Should().Be(
        """
        HttpPerf.InvalidRunException : AsyncVoid was not measured, because BenchmarkDotNet refuses to run it:
          - AsyncVoid.Forgets is async void, so a call ends before its work does. Return Task instead.
        """);

    [Fact]
    public void A_class_without_benchmarks_is_a_failing_test_of_its_category_and_disturbs_no_other() =>
        _run["HttpPerf.SampleTests.NoBenchmarksTests.Stays_within_its_thresholds"].Message.Should().Be(
            "NoBenchmarks declares no benchmark: no public method of it has the attribute [Benchmark], or its parameters have no values.");

    [Fact]
    public async Task A_case_without_limits_fails_and_adding_the_line_that_it_prints_makes_it_pass()
    {
        var message = _run["Alone.Allocates"].Message;
        message.Should().StartWith(
            """
            HttpPerf.PerfTestException : No limit in thresholds.json applies to Alone.Allocates.

              Add this line to "benchmarks" there, or run dotnet httpperf accept. Its limits are this run's values, with a little room:


            """);

        var next = await TestRun.OfExecutableBeside("Alone", $$"""{ "benchmarks": { {{message.Split('\n')[^1]}} } }""");

        next["Alone.Allocates"].Outcome.Should().Be("Passed", next.Output);
        next.ExitCode.Should().Be(0);
    }

    public sealed class Fixture : IAsyncLifetime
    {
        /// <summary>As by default: cases that fail are explained.</summary>
        private static readonly Dictionary<string, string> Explaining = new() { ["HTTPPERF_EXPLAIN"] = "" };

        internal TestRun Run { get; private set; } = null!;

        public async ValueTask InitializeAsync() => Run = await TestRun.OfExecutableBeside(
            "Alone|Sample|Slower|Faulty|FaultyBaseline|DyingServer|AsyncVoid|NoBenchmarks|NoParameter|NotMeasured",
            """
            { "settings": { "budgetSeconds": 20, "epochs": 4 }, "benchmarks": {
                "Sample.*": { "allocatedRatio": 1 },
                "Sample.Reads(Size: 10)": { "allocatedBytes": 39 },
                "Sample.Reads(Size: 1000)": { "allocatedRatio": 0.05 },
                "AsyncVoid.*": { "allocatedBytes": 1000 },
                "Slower.*": { "timeRatio": 1.2 },
                "Faulty*": { "timeRatio": 100 },
                "NoBenchmarks.*": { "allocatedBytes": 1000 },
                "DyingServer.*": { "timeRatio": 100 }
            } }
            """,
            environment: Explaining);

        public ValueTask DisposeAsync() => default;
    }
}
