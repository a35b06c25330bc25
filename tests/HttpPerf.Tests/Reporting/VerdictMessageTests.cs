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

/// <summary>Messages of verdicts. The texts of the examples are in <c>verdicts.approved.txt</c>.</summary>
public sealed class VerdictMessageTests
{
    /// <summary>Declared first, because what follows uses it.</summary>
    internal static readonly Evidence Evidence = new(
        Epochs: 4,
        Rounds: 512,
        SoloRuns: 8,
        SoloOperations: 5000,
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

    internal static string? A_broken_allocation_ratio_reads_as_the_design_has_it() => Broken(Metric.AllocatedRatio, max: 0.2);

    internal static string? Broken_bytes() => Broken(Metric.AllocatedBytes, max: 100_000);

    internal static string? Bytes_that_are_not_exact_have_an_interval()
    {
        var spread = With(Metric.AllocatedBytes, new Estimate(51_500, 51_368, 51_742));
        return Broken(Metric.AllocatedBytes, max: 50_000, measured: spread);
    }

    internal static string? The_servers_bytes_have_windows_of_their_own()
    {
        var measured = With(Metric.ServerAllocatedBytes, new Estimate(8300, 8200, 8400));
        measured = measured with { Evidence = Evidence with { ServerAllocation = new(300, 1, 0.01) } };
        return Broken(Metric.ServerAllocatedBytes, max: 8000, measured: measured);
    }

    internal static string? Bytes_that_calls_keep()
    {
        var kept = With(Metric.RetainedBytes, Estimate.Exact(24));
        kept = kept with
        {
            Retained = new Dictionary<Metric, Retention>
            {
                [Metric.RetainedBytes] = new(Estimate.Exact(24), RetentionTrend.Growing, Windows: 40, OperationsPerWindow: 200),
            },
        };
        return Broken(Metric.RetainedBytes, max: 0, measured: kept);
    }

    internal static string? A_broken_time_ratio() => Broken(Metric.TimeRatio, max: 1.15);

    internal static string? A_broken_ratio_of_the_95th_percentiles() => Broken(Metric.TimeRatioP95, max: 2);

    internal static string? A_broken_median_time() => Broken(Metric.MedianTime, max: 1_000_000);

    internal static string? Too_few_requests_per_second_are_worse_although_they_are_below_a_minimum() =>
        Broken(Metric.RequestsPerSecond, min: 1000);

    internal static string? More_requests_per_second_than_allowed_are_better() => Broken(Metric.RequestsPerSecond, max: 500);

    internal static string? A_value_below_its_minimum_is_better_than_the_limit_expects() =>
        Broken(Metric.AllocatedRatio, min: 0.8, max: 1);

    internal static string? A_value_above_one_of_two_bounds_names_that_one() => Broken(Metric.AllocatedRatio, min: 0.1, max: 0.2);

    internal static string? An_undecided_time() => Undecided(Metric.TimeRatio, max: 1.25);

    internal static string? Altered_code_is_not_judged_and_the_message_says_why_and_what_to_do()
    {
        var measured = Measured with
        {
            Distortion = new(["Orders is instrumented for code coverage by coverlet."], [], ["Run without coverage."]),
        };
        var unjudged = new Verdict.Inconclusive([Judged(Metric.TimeRatio, max: 1.15, status: LimitStatus.Unjudged)]);
        return Write(Id, unjudged, measured, Baseline);
    }

    internal static string? An_undecided_time_without_bounds()
    {
        var unbounded = With(Metric.TimeRatio, new Estimate(1.25, 0, double.PositiveInfinity));
        return Undecided(Metric.TimeRatio, min: 0.5, max: 1.25, measured: unbounded);
    }

    internal static string? Undecided_bytes()
    {
        var spread = With(Metric.AllocatedBytes, new Estimate(51_500, 51_368, 51_742));
        return Undecided(Metric.AllocatedBytes, min: 51_400, measured: spread);
    }

    internal static string? A_time_that_is_not_judged_because_twice_the_work_takes_no_longer() =>
        Unjudged(Id, Example.DoublingIsHidden);

    internal static string? A_case_without_a_limit() => Write(
        Id, new Verdict.NoLimit("\"ReadPattern.GetStreamAsync(Size: 1000)\": { \"allocatedRatio\": 0.46 }", []),
        Measured, Baseline);

    internal static string? A_case_whose_only_limit_needs_a_baseline_that_its_group_has_not() =>
        Write(Id, new Verdict.NoLimit("\"x\": { \"allocatedBytes\": 1 }", [Judged(Metric.TimeRatio, max: 1).Limit]), Measured, null);

    internal static string? A_case_that_could_not_be_measured() => Write(
        Id,
        new Verdict.Invalid(new Fault.Threw(CasePart.Call, "System.Exception: Out of order.\n\n   at Somewhere()")),
        null,
        null);

    internal static string? A_case_whose_baseline_could_not_be_measured() =>
        Write(Id, new Verdict.Invalid(new Fault.BaselineFailed(Id.Baseline!, new Fault.EmptyResult("null"))), Measured, null);

    internal static string? Less_throughput_than_an_earlier_build()
    {
        var ratio = new Estimate(0.8, 0.79, 0.81);
        var now = With(Metric.AgainstThroughputRatio, ratio) with { Before = With(Metric.RequestsPerSecond, new(1000, 990, 1010)) };
        var judged = new JudgedLimit(
            new Limit(Metric.AgainstThroughputRatio, 0.95, null, "*", "", 0, 0), ratio, LimitStatus.Below);

        return VerdictMessage.Write(
            new JudgedCase(Id, now, new Verdict.Failed([judged])),
            new GroupComparison([now], [], AACheck.None) { Earlier = "at main (a1b2c3d)" });
    }

    internal static string? Bytes_each_of_whose_amounts_has_grown() =>
        Write(Id, new Verdict.Failed([Recorded(LimitStatus.Above, growth: 24)]), Streamed, Baseline);

    internal static string? Amounts_that_are_not_recorded() =>
        Write(Id, new Verdict.Inconclusive([Recorded(LimitStatus.Undecided, growth: null)]), Streamed, Baseline);

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
    public void A_window_may_be_a_single_operation() =>
        Broken(
            Metric.AllocatedBytes,
            max: 100_000,
            measured: Measured with { Evidence = Evidence with { Allocation = new(5, OperationsPerWindow: 1, 0.001) } })
            .Should().Contain("\n  exact: 5 windows of 1 operation, spread 0.1 %\n");

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

              Only more fresh processes could decide it, but there was no time for enough of them. Measure on a quieter machine, raise the
            """
            + """
             budget ("budgetSeconds" in the "settings" of thresholds.json, or HTTPPERF_BUDGET_SECONDS), or move the limit outside the
            """
            + """
             interval.
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
            .Contain("The test process measured 1.33×, fresh processes 0.67×: they ran different code.")
            .And.Contain("no fixture of the test framework and no other test has run")
            .And.EndWith("Set up everything that the benchmark needs in [GlobalSetup].")
            .And.NotContain("More processes");
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

              Fresh processes differ from each other by more than the distance to the limit. Move the limit outside the interval, or
            """
            + """
             measure in more processes ("processes" in the "settings" of thresholds.json, or HTTPPERF_PROCESSES).
            """);
        Undecided(Metric.TimeRatioP95, max: 1.25, measured: measured).Should().Contain("rounds in 4 epochs").And.Contain("time budget");
    }

    [Fact]
    public void A_time_that_is_not_judged_in_a_group_without_a_baseline() =>
        Unjudged(Cases.Alone("Lifetime.Reused"), Example.DoublingIsHidden).Should()
            .Contain("Times can't be judged here: a copy of the first case that does its work twice took 1.02…1.20 times as long");

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

    private static readonly CaseComparison Streamed = Measured with
    {
        Windows = new Dictionary<Metric, IReadOnlyList<AllocationSamples>>
        {
            [Metric.AllocatedBytes] = [.. Enumerable.Repeat(new AllocationSamples([[50_856, 51_440], [50_856, 51_440]], 1), 3)],
        },
    };

    [Fact]
    public void A_proposed_record_says_which_growth_it_cannot_tell()
    {
        var line = SuggestedLimit.LineToAdd(Streamed)!;

        line.Should().StartWith("\"ReadPattern.GetStreamAsync(Size: 1000)\": { \"allocatedBytes\": { \"amounts\": [50856, 51440] }, ");
        Write(Id, new Verdict.NoLimit(line, []), Streamed, Baseline).Should().Contain(
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
