using System.Globalization;
using FluentAssertions;
using HttpPerf.Model.Faults;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Model;
using HttpPerf.Reporting;
using HttpPerf.Tests.Thresholds;
using Xunit;

namespace HttpPerf.Tests.Reporting;

/// <summary>The whole texts of the messages.</summary>
public sealed class VerdictMessageTests
{
    /// <summary>Declared first, because what follows uses it.</summary>
    internal static readonly Evidence Evidence = new(
        Epochs: 4,
        Rounds: 512,
        Stretches: 8,
        StretchOperations: 5000,
        new AllocationEvidence(Windows: 5, OperationsPerWindow: 64, Spread: 0.001));

    private static readonly CaseId Id = Cases.Id(
        "ReadPattern.GetStreamAsync(Size: 1000)", baseline: "ReadPattern.GetAsync_ReadAsStringAsync(Size: 1000)");

    private static readonly CaseComparison Baseline = new(
        Cases.Baseline(Id.Baseline!),
        new Dictionary<Metric, Estimate>
        {
            [Metric.AllocatedBytes] = Estimate.Exact(283_469),
            [Metric.MedianTime] = new(1_000_000, 990_000, 1_010_000),
        });

    private static readonly CaseComparison Measured = new(
        Id,
        new Dictionary<Metric, Estimate>
        {
            [Metric.AllocatedBytes] = Estimate.Exact(128_840),
            [Metric.AllocatedRatio] = Estimate.Exact(128_840 / 283_469.0),
            [Metric.TimeRatio] = new(1.25, 1.21, 1.28),
            [Metric.TimeRatioP95] = new(2.5, 2.25, 2.75),
            [Metric.MedianTime] = new(1_251_000, 1_240_000, 1_262_000),
            [Metric.RequestsPerSecond] = new(799.4, 792.4, 806.5),
            [Metric.Gen0Collections] = Estimate.Exact(31.25),
            [Metric.Gen1Collections] = Estimate.Exact(2),
            [Metric.Gen2Collections] = Estimate.Exact(0.5),
        },
        Evidence);

    private static Dictionary<Metric, TimedFigure> Processes(params double[] ratios) => new()
    {
        [Metric.TimeRatio] = Example.Timed([.. ratios.Select(Estimate.Exact)]),
    };

    [Fact]
    public void A_broken_allocation_ratio_reads_as_the_design_has_it() => Broken(Metric.AllocatedRatio, max: 0.2).Should().Be(
        """
        ReadPattern.GetStreamAsync(Size: 1000) allocates 0.45× its baseline; thresholds.json:14 allows 0.20×.

          measured   128,840 B/op   (baseline GetAsync_ReadAsStringAsync: 283,469 B/op)
          exact: 5 windows of 64 operations, spread 0.1 %

          If the growth is intended, raise "allocatedRatio" there to 0.46.
        """);

    [Fact]
    public void Broken_bytes() => Broken(Metric.AllocatedBytes, max: 100_000).Should().Be(
        """
        ReadPattern.GetStreamAsync(Size: 1000) allocates 128,840 B/op; thresholds.json:14 allows 100,000 B/op.

          measured   128,840 B/op
          exact: 5 windows of 64 operations, spread 0.1 %

          If the growth is intended, raise "allocatedBytes" there to 131000.
        """);

    [Fact]
    public void Bytes_that_are_not_exact_have_an_interval()
    {
        var spread = With(Metric.AllocatedBytes, new Estimate(51_500, 51_368, 51_742));

        Broken(Metric.AllocatedBytes, max: 50_000, measured: spread).Should().Be(
            """
            ReadPattern.GetStreamAsync(Size: 1000) allocates 51,500 B/op; thresholds.json:14 allows 50,000 B/op.

              measured   51,500 B/op
              between 51,368 B/op and 51,742 B/op: 5 windows of 64 operations, spread 0.1 %

              If the growth is intended, raise "allocatedBytes" there to 52600.
            """);
    }

    [Theory]
    [InlineData(1, "calls")]
    [InlineData(64, "windows")]
    public void What_only_some_calls_allocate_is_counted_in_the_message(long operations, string windows)
    {
        var partial = With(Metric.AllocatedBytes, new Estimate(3140, 2600, 3680));
        partial = partial with
        {
            Evidence = partial.Evidence with
            {
                Allocation = new(512, operations, 0.001, new(new Estimate(1020, 480, 1560), 51, 12_360)),
            },
        };

        Broken(Metric.AllocatedBytes, max: 2226, measured: partial).Should().Be(
            $"""
            ReadPattern.GetStreamAsync(Size: 1000) allocates 3,140 B/op; thresholds.json:14 allows 2,226 B/op.

              measured   3,140 B/op
              between 2,600 B/op and 3,680 B/op: 512 windows of {(operations == 1 ? "1 operation" : "64 operations")}, spread 0.1 %
              51 of 512 {windows} allocated more than the others, at most 12,360 B/op

              If the growth is intended, raise "allocatedBytes" there to 4270.
            """);
    }

    [Fact]
    public void The_servers_bytes_have_windows_of_their_own()
    {
        var measured = With(Metric.ServerAllocatedBytes, new Estimate(8300, 8200, 8400));
        measured = measured with { Evidence = Evidence with { ServerAllocation = new(300, 1, 0.01) } };

        Broken(Metric.ServerAllocatedBytes, max: 8000, measured: measured).Should().Be(
            """
            ReadPattern.GetStreamAsync(Size: 1000) makes its server allocate 8,300 B/op; thresholds.json:14 allows 8,000 B/op.

              measured   8,300 B/op
              between 8,200 B/op and 8,400 B/op: 300 windows of 1 operation, spread 1.0 %

              If the growth is intended, raise "serverAllocatedBytes" there to 8590.
            """);
    }

    [Fact]
    public void A_window_may_be_a_single_operation() =>
        Broken(
            Metric.AllocatedBytes,
            max: 100_000,
            measured: Measured with { Evidence = Evidence with { Allocation = new(5, OperationsPerWindow: 1, 0.001) } })
            .Should().Contain("\n  exact: 5 windows of 1 operation, spread 0.1 %\n");

    [Fact]
    public void A_broken_time_ratio() => Broken(Metric.TimeRatio, max: 1.15).Should().Be(
        """
        ReadPattern.GetStreamAsync(Size: 1000) takes 1.25× its baseline's time; thresholds.json:14 allows 1.15×.

          median     1.25 ms/op   (baseline GetAsync_ReadAsStringAsync: 1.00 ms/op)
          between 1.21× and 1.28×: 512 rounds in 4 epochs

          If the slowdown is intended, raise "timeRatio" there to 1.38.
        """);

    [Fact]
    public void A_broken_ratio_of_the_95th_percentiles() => Broken(Metric.TimeRatioP95, max: 2).Should().Be(
        """
        ReadPattern.GetStreamAsync(Size: 1000) takes 2.50× its baseline's time at the 95th percentile; thresholds.json:14 allows 2.00×.

          median     1.25 ms/op   (baseline GetAsync_ReadAsStringAsync: 1.00 ms/op)
          between 2.25× and 2.75×: 512 rounds in 4 epochs

          If the slowdown is intended, raise "timeRatioP95" there to 3.15.
        """);

    [Fact]
    public void A_broken_median_time() => Broken(Metric.MedianTime, max: 1_000_000).Should().Be(
        """
        ReadPattern.GetStreamAsync(Size: 1000) takes 1.25 ms/op; thresholds.json:14 allows 1.00 ms/op.

          median     1.25 ms/op
          between 1.24 ms/op and 1.26 ms/op: 512 rounds in 4 epochs

          If the slowdown is intended, raise "medianTime" there to 1400000.
        """);

    [Theory]
    [InlineData("gen0Collections", "generation 0", "31.25", "32")]
    [InlineData("gen1Collections", "generation 1", "2", "2")]
    [InlineData("gen2Collections", "generation 2", "0.5", "0.5")]
    public void Broken_collections(string metric, string generation, string measured, string raised) =>
        Broken(Metric.All.Single(m => m.Name == metric), max: 0.25).Should().Be(
            $"""
            ReadPattern.GetStreamAsync(Size: 1000) causes {generation} collections, {measured} per 1,000 operations;
            """
            + $"""
             thresholds.json:14 allows 0.25 per 1,000 operations.

              measured   {measured} per 1,000 operations
              exact: 5,000 operations alone in 8 epochs

              If the growth is intended, raise "{metric}" there to {raised}.
            """);

    [Fact]
    public void Too_few_requests_per_second_are_worse_although_they_are_below_a_minimum() =>
        Broken(Metric.RequestsPerSecond, min: 1000).Should().Be(
            """
            ReadPattern.GetStreamAsync(Size: 1000) makes 799.4 requests/s; thresholds.json:14 expects at least 1,000 requests/s.

              measured   799.4 requests/s
              between 792.4 requests/s and 806.5 requests/s: 512 rounds in 4 epochs

              If the slowdown is intended, lower the "min" of "requestsPerSecond" there to 740.
            """);

    [Fact]
    public void More_requests_per_second_than_allowed_are_better() => Broken(Metric.RequestsPerSecond, max: 500).Should().Be(
        """
        ReadPattern.GetStreamAsync(Size: 1000) makes 799.4 requests/s; thresholds.json:14 allows 500 requests/s.

          measured   799.4 requests/s
          between 792.4 requests/s and 806.5 requests/s: 512 rounds in 4 epochs

          Better than the limit expects. To keep the gain, set "requestsPerSecond" there to { "min": 740, "max": 860 }.
        """);

    [Fact]
    public void A_value_below_its_minimum_is_better_than_the_limit_expects() => Broken(Metric.AllocatedRatio, min: 0.8, max: 1).Should().Be(
        """
        ReadPattern.GetStreamAsync(Size: 1000) allocates 0.45× its baseline; thresholds.json:14 expects at least 0.80×.

          measured   128,840 B/op   (baseline GetAsync_ReadAsStringAsync: 283,469 B/op)
          exact: 5 windows of 64 operations, spread 0.1 %

          Better than the limit expects. To keep the gain, set "allocatedRatio" there to { "min": 0.45, "max": 0.46 }.
        """);

    [Fact]
    public void A_value_above_one_of_two_bounds_names_that_one() =>
        Broken(Metric.AllocatedRatio, min: 0.1, max: 0.2).Should().EndWith(
            """  If the growth is intended, raise the "max" of "allocatedRatio" there to 0.46.""");

    [Fact]
    public void Two_broken_limits_have_a_message_each_and_kept_ones_none()
    {
        JudgedLimit[] limits =
        [
            Judged(Metric.AllocatedBytes, max: 100_000),
            Judged(Metric.MedianTime, max: 2_000_000, status: LimitStatus.Within),
            Judged(Metric.TimeRatio, max: 1.15),
        ];

        Write(Id, new Verdict.Failed(limits), Measured, Baseline).Should().Be(
            $"{Broken(Metric.AllocatedBytes, max: 100_000)}\n\n{Broken(Metric.TimeRatio, max: 1.15)}");
    }

    [Fact]
    public void An_undecided_time() => Undecided(Metric.TimeRatio, max: 1.25).Should().Be(
        """
        ReadPattern.GetStreamAsync(Size: 1000) probably breaks thresholds.json:14, which allows "timeRatio" up to 1.25×.

          median     1.25 ms/op   (baseline GetAsync_ReadAsStringAsync: 1.00 ms/op)
          between 1.21× and 1.28×: 512 rounds in 4 epochs
          would have found +3.3 %

          The time budget ran out while the limit was still inside the interval. Measure on a quieter machine,
        """
        + """
         raise the budget ("budgetSeconds" in the "settings" of thresholds.json, or HTTPPERF_BUDGET_SECONDS),
        """
        + """
         or move the limit outside the interval.
        """);

    [Theory]
    [InlineData(0.684, "68 %")]
    [InlineData(0.998, "over 99 %")]
    public void What_a_time_leaves_open_is_said_with_how_probably_it_breaks_its_limit_and_what_would_have_been_found(
        double broken, string probability)
    {
        var judged = Judged(Metric.TimeRatio, max: 1.24, status: LimitStatus.Undecided) with
        {
            Decision = new Decision(Outcome.Open, IsAbove: true, broken, IsNear: true, Found: 1.35, Missing: null),
        };

        Write(Id, new Verdict.Inconclusive([judged]), Measured, Baseline).Should().Be(
            $"""
            ReadPattern.GetStreamAsync(Size: 1000) probably ({probability}) breaks thresholds.json:14, which allows "timeRatio" up to 1.24×.

              median     1.25 ms/op   (baseline GetAsync_ReadAsStringAsync: 1.00 ms/op)
              between 1.21× and 1.28×: 512 rounds in 4 epochs
              would have found +8.0 % in 9 of 10 runs

              Only more processes, in which the same code is compiled and placed anew, could tell, but there was no time for them, or each
            """
            + """
             leaves too much open. Measure on a quieter machine, raise the budget ("budgetSeconds" in the "settings" of thresholds.json, or
            """
            + """
             HTTPPERF_BUDGET_SECONDS), or move the limit outside the interval.
            """);
    }

    [Fact]
    public void A_time_is_never_exact()
    {
        var measured = With(Metric.TimeRatio, Estimate.Exact(1.5)) with
        {
            Timed = Processes(1.5, 1.5, 1.5),
        };

        Undecided(Metric.TimeRatio, max: 1.25, measured: measured).Should()
            .Contain("between 1.50× and 1.50×: 3 processes: 1.50×, 1.50×, 1.50×");
    }

    [Fact]
    public void Processes_that_ran_different_code_are_no_case_for_more_processes()
    {
        var measured = With(Metric.TimeRatio, new Estimate(0.84, 0.4, 1.6)) with
        {
            Timed = Processes(1.33, 0.67),
        };

        Undecided(Metric.TimeRatio, max: 1.25, measured: measured).Should()
            .Contain("The test process measured 1.33×, and fresh processes 0.67×: they ran different code.")
            .And.Contain("no fixture of the test framework and no other test has run")
            .And.EndWith("Set up in [GlobalSetup] whatever the benchmark depends on.")
            .And.NotContain("More processes");
    }

    [Fact]
    public void Altered_code_is_not_judged_and_the_message_says_why_and_what_to_do()
    {
        var measured = Measured with
        {
            Distortion = new(["Orders is instrumented for code coverage by coverlet."], [], ["Run without coverage."]),
        };
        var unjudged = new Verdict.Inconclusive([Judged(Metric.TimeRatio, max: 1.15, status: LimitStatus.Unjudged)]);

        Write(Id, unjudged, measured, Baseline).Should().EndWith(
            "Not the code that was built, so times, and the bytes and collections of this process, can't be judged. Orders is instrumented "
            + "for code coverage by coverlet. Run without coverage. Counts are still judged.");
    }

    [Fact]
    public void Times_that_still_fell_are_not_judged()
    {
        var unjudged = new Verdict.Inconclusive([Judged(Metric.TimeRatio, max: 1.15, status: LimitStatus.Unjudged)]);

        Write(Id, unjudged, Measured with { ColdAfter = TimeSpan.FromSeconds(30) }, Baseline).Should().EndWith(
            "Times still fell after 30 s of warming up, so they can't be judged. Bytes and counts are still judged.");
        Write(Id, unjudged, Measured with { StillFell = true }, Baseline).Should().EndWith(
            "Times still fell from epoch to epoch, so they can't be judged. Bytes and counts are still judged.");
    }

    [Fact]
    public void A_time_that_several_processes_measured()
    {
        var measured = With(Metric.TimeRatio, new Estimate(1.25, 1.21, 1.28)) with
        {
            Timed = Processes(1.28, 1.2, 1.27),
        };

        Undecided(Metric.TimeRatio, max: 1.25, measured: measured).Should().EndWith(
            """
              between 1.21× and 1.28×: 3 processes: 1.28×, 1.20×, 1.27×
              would have found +3.3 %

              Fresh processes, in which the same code is compiled and placed anew, differ by more than the distance to the limit.
            """
            + """
             Move the limit outside the interval, or let more processes measure ("processes" in the "settings" of thresholds.json,
            """
            + """
             or HTTPPERF_PROCESSES).
            """);
        Undecided(Metric.TimeRatioP95, max: 1.25, measured: measured).Should().Contain("rounds in 4 epochs").And.Contain("time budget");
    }

    [Fact]
    public void An_undecided_time_without_bounds()
    {
        var unbounded = With(Metric.TimeRatio, new Estimate(1.25, 0, double.PositiveInfinity));

        Undecided(Metric.TimeRatio, min: 0.5, max: 1.25, measured: unbounded).Should().Be(
            """
            ReadPattern.GetStreamAsync(Size: 1000) probably breaks thresholds.json:14, which allows "timeRatio" from 0.50× to 1.25×.

              median     1.25 ms/op   (baseline GetAsync_ReadAsStringAsync: 1.00 ms/op)
              between 0.00× and ∞×: 512 rounds in 4 epochs
              would have found no slowdown, however large

              The time budget ran out while the limit was still inside the interval. Measure on a quieter machine,
            """
            + """
             raise the budget ("budgetSeconds" in the "settings" of thresholds.json, or HTTPPERF_BUDGET_SECONDS),
            """
            + """
             or move the limit outside the interval.
            """);
    }

    [Fact]
    public void Undecided_bytes()
    {
        var spread = With(Metric.AllocatedBytes, new Estimate(51_500, 51_368, 51_742));

        Undecided(Metric.AllocatedBytes, min: 51_400, measured: spread).Should().Be(
            """
            ReadPattern.GetStreamAsync(Size: 1000) probably breaks thresholds.json:14, which allows "allocatedBytes" from 51,400 B/op.

              measured   51,500 B/op
              between 51,368 B/op and 51,742 B/op: 5 windows of 64 operations, spread 0.1 %
              would have found -0.7 %

              Its allocations vary, and the limit lies within their range. Find out what varies,
            """
            + """
             or move the limit outside the interval.
            """);
    }

    [Fact]
    public void A_time_that_is_not_judged_because_twice_the_work_takes_no_longer() => Unjudged(Id, Example.DoublingIsHidden).Should().Be(
        """
        ReadPattern.GetStreamAsync(Size: 1000) may or may not keep thresholds.json:14, which allows "timeRatio" up to 1.15×.

          median     1.25 ms/op   (baseline GetAsync_ReadAsStringAsync: 1.00 ms/op)
          between 1.21× and 1.28×: 512 rounds in 4 epochs

          Times here can't be judged: a copy of the baseline that does its work twice came out at 1.02…1.20, true 2.
        """
        + """
         Measure on a quieter machine. Bytes and counts are still judged.
        """);

    [Fact]
    public void A_time_that_is_not_judged_in_a_group_without_a_baseline() =>
        Unjudged(Cases.Alone("Lifetime.Reused"), Example.DoublingIsHidden).Should()
            .Contain("Times here can't be judged: a copy of the first case that does its work twice came out at 1.02…1.20");

    [Fact]
    public void A_case_without_a_limit() => Write(
        Id, new Verdict.NoThreshold("\"ReadPattern.GetStreamAsync(Size: 1000)\": { \"allocatedRatio\": 0.46 }", []),
        Measured, Baseline).Should().Be(
        """
        No limit in thresholds.json applies to ReadPattern.GetStreamAsync(Size: 1000).

          Add this line to "benchmarks" there, or run dotnet httpperf accept. Its limits are what was measured now, with a little room:

          "ReadPattern.GetStreamAsync(Size: 1000)": { "allocatedRatio": 0.46 }
        """);

    [Fact]
    public void A_case_whose_only_limit_needs_a_baseline_that_its_group_has_not() => Write(
        Id, new Verdict.NoThreshold("\"x\": { \"allocatedBytes\": 1 }", [Judged(Metric.TimeRatio, max: 1).Limit]),
        Measured, null).Should().Be(
        """
        No limit in thresholds.json applies to ReadPattern.GetStreamAsync(Size: 1000).
          thresholds.json:14 limits "timeRatio", but the group has no baseline to compare with.

          Add this line to "benchmarks" there, or run dotnet httpperf accept. Its limits are what was measured now, with a little room:

          "x": { "allocatedBytes": 1 }
        """);

    [Fact]
    public void A_case_that_could_not_be_measured() => Write(
        Id,
        new Verdict.Invalid(new Fault.Threw(CasePart.Call, "System.Exception: Out of order.\n\n   at Somewhere()")),
        null,
        null).Should().Be(
        """
        ReadPattern.GetStreamAsync(Size: 1000) could not be measured, so nothing is known about its limits.

          The benchmark threw System.Exception: Out of order.

             at Somewhere()
        """);

    [Fact]
    public void A_case_whose_baseline_could_not_be_measured() => Write(
        Id, new Verdict.Invalid(new Fault.BaselineFailed(Id.Baseline!, new Fault.DeferredResult("null"))), Measured, null).Should().Be(
        """
        ReadPattern.GetStreamAsync(Size: 1000) could not be measured, so nothing is known about its limits.

          Its baseline ReadPattern.GetAsync_ReadAsStringAsync(Size: 1000) could not be measured:
          It returns null.
        """);

    [Fact]
    public void A_case_that_passed_needs_no_words() => Write(Id, new Verdict.Passed([]), Measured, Baseline).Should().BeNull();

    [Fact]
    public void Every_metric_has_words() => Metric.All.Should().OnlyContain(m => m.Claim.Contains("{0}") && m.Change.Length > 0);

    [Theory]
    [InlineData("de-DE")]
    [InlineData("ar-SA")]
    public void The_text_is_the_same_in_every_culture(string culture)
    {
        var text = Broken(Metric.TimeRatio, max: 1.15);

        CultureInfo.CurrentCulture = new CultureInfo(culture);

        Broken(Metric.TimeRatio, max: 1.15).Should().Be(text);
    }

    [Fact]
    public void Less_throughput_than_an_earlier_build()
    {
        var ratio = new Estimate(0.8, 0.79, 0.81);
        var now = With(Metric.AgainstThroughputRatio, ratio) with { Before = With(Metric.RequestsPerSecond, new(1000, 990, 1010)) };
        var judged = new JudgedLimit(
            new Limit(Metric.AgainstThroughputRatio, 0.95, null, "*", "", 0, 0), ratio, LimitStatus.Below);

        var message = VerdictMessage.Write(
            new JudgedCase(Id, now, new Verdict.Failed([judged])),
            new GroupComparison([now], [], AACheck.None) { Earlier = "at main (a1b2c3d)" });

        message.Should().Be(
            """
            ReadPattern.GetStreamAsync(Size: 1000) makes 0.80× its requests per second at main (a1b2c3d); the default expects at least
            """
            + """
             0.95×.

              now        799.4 requests/s   before 1,000 requests/s
              between 0.79× and 0.81×: 512 rounds in 4 epochs

              If the slowdown is intended, allow it in "benchmarks" of thresholds.json, until the build that is compared with has it too:

              "ReadPattern.GetStreamAsync(Size: 1000)": { "against": { "throughputRatio": { "min": 0.74 } } }
            """);
    }

    private static readonly CaseComparison Streamed = Measured with
    {
        Windows = new Dictionary<Metric, IReadOnlyList<AllocationSamples>>
        {
            [Metric.AllocatedBytes] = [.. Enumerable.Repeat(new AllocationSamples([[50_856, 51_440], [50_856, 51_440]], 1), 3)],
        },
    };

    [Fact]
    public void Bytes_each_of_whose_amounts_has_grown() => Write(
        Id, new Verdict.Failed([Recorded(LimitStatus.Above, growth: 24)]), Streamed, Baseline).Should().Be(
        """
        ReadPattern.GetStreamAsync(Size: 1000) allocates 24 B/op more than thresholds.json:14 records.

          recorded   50,832 or 51,416 B
          now        50,856 or 51,440 B
          each amount has grown by it: 12 windows in 3 processes

          If the growth is intended, set "allocatedBytes" there to { "amounts": [50856, 51440] }.
        """);

    [Fact]
    public void Amounts_that_are_not_recorded() => Write(
        Id, new Verdict.Inconclusive([Recorded(LimitStatus.Undecided, growth: null)]), Streamed, Baseline).Should().Be(
        """
        ReadPattern.GetStreamAsync(Size: 1000) probably breaks thresholds.json:14, which allows "allocatedBytes" 50,832 or 51,416 B/op.

          measured   128,840 B/op
          exact: 5 windows of 64 operations, spread 0.1 %

          Its calls have amounts that aren't recorded, and that are not all as much larger as others are. If its code hasn't changed, set
        """
        + """
         "allocatedBytes" there to { "amounts": [50832, 50856, 51416, 51440] }.
        """);

    [Fact]
    public void A_proposed_record_says_which_growth_it_cannot_tell()
    {
        var line = SuggestedLimit.LineToAdd(Streamed)!;

        line.Should().StartWith("\"ReadPattern.GetStreamAsync(Size: 1000)\": { \"allocatedBytes\": { \"amounts\": [50856, 51440] }, ");
        Write(Id, new Verdict.NoThreshold(line, []), Streamed, Baseline).Should().Contain(
            "with a little room; of \"allocatedBytes\", growth by 584 B can't be told, because amounts that far apart are usual:\n");
    }

    private static JudgedLimit Recorded(LimitStatus status, double? growth) => new(
        Example.Limit(Metric.AllocatedBytes, max: 52_000) with { Amounts = [50_832, 51_416] },
        Measured.Measured[Metric.AllocatedBytes],
        status)
    {
        GrowthOfAmounts = growth,
    };

    private static string? Broken(Metric metric, double? min = null, double? max = null, CaseComparison? measured = null)
    {
        var value = (measured ?? Measured).Measured[metric].Value;
        var judged = Judged(metric, min, max, value > max ? LimitStatus.Above : LimitStatus.Below, measured);
        return Write(Id, new Verdict.Failed([judged]), measured ?? Measured, Baseline);
    }

    private static string? Undecided(Metric metric, double? min = null, double? max = null, CaseComparison? measured = null) =>
        Write(
            Id, new Verdict.Inconclusive([Judged(metric, min, max, LimitStatus.Undecided, measured)]), measured ?? Measured, Baseline);

    private static string? Unjudged(CaseId id, AACheck check) => Write(
        id,
        new Verdict.Inconclusive([Judged(Metric.TimeRatio, max: 1.15, status: LimitStatus.Unjudged)]),
        Measured with { Case = id },
        Baseline,
        check);

    private static string? Write(
        CaseId id, Verdict verdict, CaseComparison? comparison, CaseComparison? baseline, AACheck? check = null) =>
        VerdictMessage.Write(
            new JudgedCase(id, comparison, verdict),
            new GroupComparison([.. new[] { baseline, comparison }.OfType<CaseComparison>()], [], check ?? AACheck.None));

    private static JudgedLimit Judged(
        Metric metric, double? min = null, double? max = null, LimitStatus status = LimitStatus.Above, CaseComparison? measured = null) =>
        new(new Limit(metric, min, max, "*", "/repository/thresholds.json", 14, 7), (measured ?? Measured).Measured[metric], status);

    private static CaseComparison With(Metric metric, Estimate estimate) =>
        Measured with { Measured = new Dictionary<Metric, Estimate>(Measured.Measured) { [metric] = estimate } };
}
