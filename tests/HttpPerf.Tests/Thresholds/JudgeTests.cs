using FluentAssertions;
using HttpPerf.Model.Faults;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using Xunit;
using static HttpPerf.Metric;

namespace HttpPerf.Tests.Thresholds;

public sealed class JudgeTests
{
    private const double Infinity = double.PositiveInfinity;

    [Theory]
    // Against a maximum of 1.1.
    [InlineData(null, 1.1, 1.0, 1.05, LimitStatus.Within)]
    [InlineData(null, 1.1, 1.0, 1.1, LimitStatus.Within)]
    [InlineData(null, 1.1, 1.1, 1.1, LimitStatus.Within)]
    [InlineData(null, 1.1, 1.1, 1.2, LimitStatus.Undecided)]
    [InlineData(null, 1.1, 1.0, 1.19, LimitStatus.NotShown)]
    [InlineData(null, 1.1, 1.05, 1.25, LimitStatus.Undecided)]
    [InlineData(null, 1.1, 1.0, Infinity, LimitStatus.NotShown)]
    [InlineData(null, 1.1, 1.1, Infinity, LimitStatus.NotShown)]
    [InlineData(null, 1.1, -Infinity, 1.05, LimitStatus.Within)]
    [InlineData(null, 1.1, 1.10000001, 1.2, LimitStatus.Above)]
    [InlineData(null, 1.1, 1.2, Infinity, LimitStatus.Above)]
    // Against a minimum of 0.9.
    [InlineData(0.9, null, 0.95, 1.0, LimitStatus.Within)]
    [InlineData(0.9, null, 0.9, Infinity, LimitStatus.Within)]
    [InlineData(0.9, null, 0.8, 0.9, LimitStatus.Undecided)]
    [InlineData(0.9, null, 0.7, 0.95, LimitStatus.Undecided)]
    [InlineData(0.9, null, 0.7, 1.2, LimitStatus.NotShown)]
    [InlineData(0.9, null, -Infinity, Infinity, LimitStatus.NotShown)]
    [InlineData(0.9, null, 0.8, 0.89999999, LimitStatus.Below)]
    [InlineData(0.9, null, -Infinity, 0.8, LimitStatus.Below)]
    // Against both.
    [InlineData(0.9, 1.1, 0.9, 1.1, LimitStatus.Within)]
    [InlineData(0.9, 1.1, 0.8, 1.2, LimitStatus.NotShown)]
    [InlineData(0.9, 1.1, 0.8, 0.85, LimitStatus.Below)]
    [InlineData(0.9, 1.1, 1.15, 1.2, LimitStatus.Above)]
    [InlineData(1.0, 1.0, 1.0, 1.0, LimitStatus.Within)]
    public void The_whole_interval_decides_and_the_limit_itself_is_allowed(
        double? min, double? max, double lower, double upper, LimitStatus status)
    {
        var middle = (lower + upper) / 2;
        var value = double.IsFinite(middle) ? middle : double.IsFinite(lower) ? lower : double.IsFinite(upper) ? upper : 1;
        var limit = Example.Limit(CpuRatio, min, max);
        var comparison = Example.Measured(Example.Stream, (CpuRatio, new Estimate(value, lower, upper)));
        JudgedLimit[] expected = [new(limit, new Estimate(value, lower, upper), status)];

        Verdict verdict = status switch
        {
            LimitStatus.Within or LimitStatus.NotShown => Example.Judge(comparison, [limit]).Should().BeOfType<Verdict.Passed>().Subject,
            LimitStatus.Undecided => Example.Judge(comparison, [limit]).Should().BeOfType<Verdict.Inconclusive>().Subject,
            _ => Example.Judge(comparison, [limit]).Should().BeOfType<Verdict.Failed>().Subject,
        };
        verdict.Judged.Should().Equal(expected);
        Example.IsDecided(comparison, [limit]).Should().Be(status is not (LimitStatus.Undecided or LimitStatus.NotShown));
    }

    [Fact]
    public void A_failed_limit_outweighs_an_undecided_one_and_that_outweighs_a_kept_one()
    {
        Limit kept = Example.Limit(AllocatedBytes, max: 100), undecided = Example.Limit(TimeRatio, max: 1), broken = Example.Limit(
            MedianTime, max: 10);
        var comparison = Example.Measured(
            Example.Stream,
            (AllocatedBytes, Estimate.Exact(100)),
            (TimeRatio, new Estimate(1.01, 0.9, 1.1)),
            (MedianTime, new Estimate(20, 19, 21)));

        Example.Judge(comparison, [kept, undecided, broken]).Should().BeOfType<Verdict.Failed>()
            .Which.Limits.Select(limit => limit.Status).Should().Equal(LimitStatus.Within, LimitStatus.Undecided, LimitStatus.Above);
        Example.Judge(comparison, [kept, undecided]).Should().BeOfType<Verdict.Inconclusive>();
        Example.Judge(comparison, [kept]).Should().BeOfType<Verdict.Passed>();
    }

    [Theory]
    [InlineData(double.NaN, 1, 1, nameof(Impossibility.NotFinite))]
    [InlineData(1, double.NaN, 1, nameof(Impossibility.NotFinite))]
    [InlineData(1, 1, double.NaN, nameof(Impossibility.NotFinite))]
    [InlineData(Infinity, 1, Infinity, nameof(Impossibility.NotFinite))]
    [InlineData(-1, -2, 0, nameof(Impossibility.Negative))]
    [InlineData(1, 1.1, 0.9, nameof(Impossibility.OutsideItsInterval))]
    public void What_is_no_measurement_is_invalid_and_undecided(double value, double lower, double upper, string why)
    {
        var comparison = Example.Measured(
            Example.Stream, (TimeRatio, new Estimate(value, lower, upper)), (AllocatedBytes, Estimate.Exact(1)));
        Limit[] limits = [Example.Limit(AllocatedBytes, max: 1), Example.Limit(TimeRatio, max: 2)];

        FaultsOf(comparison, limits).Should().Equal(
            new LimitFault.Impossible("timeRatio", value, lower, upper, Enum.Parse<Impossibility>(why)));
        Example.IsDecided(comparison, limits).Should().BeFalse();
    }

    [Fact]
    public void A_limited_metric_that_was_not_measured_is_invalid() =>
        FaultsOf(Example.Measured(Example.Stream), [Example.Limit(TimeRatio, max: 2), Example.Limit(MedianTime, max: 2)])
            .Should().Equal(new LimitFault.NotMeasured("timeRatio"), new LimitFault.NotMeasured("medianTime"));

    [Fact]
    public void A_case_without_limits_is_told_the_line_to_add() =>
        Example.Judge(Example.Measured(Example.Stream, (AllocatedBytes, Estimate.Exact(24))), [])
            .Should().BeEquivalentTo(
                new Verdict.NoLimit("""  "ReadPattern.GetStream(Size: 1000)": { "allocatedBytes": 24 }""".TrimStart(), []));

    [Fact]
    public void A_case_without_limits_and_measurements_is_invalid() =>
        Example.Judge(Example.Measured(Example.Stream, (TimeRatio, Estimate.Exact(double.NaN))), [])
            .Should().Be(new Verdict.Invalid(new Fault.NothingToPropose(null)));

    [Fact]
    public void Ratios_do_not_apply_to_the_baseline_which_passes_as_what_they_compare_with()
    {
        var comparison = Example.Measured(Example.Baseline, (TimeRatio, Estimate.Exact(1)), (AllocatedBytes, Estimate.Exact(100)));
        Example.Judge(comparison, [Example.Limit(TimeRatio, max: 0.5)]).Should().BeOfType<Verdict.Passed>().Which.Limits.Should().BeEmpty();
        Example.Judge(comparison, [Example.Limit(TimeRatio, max: 0.5), Example.Limit(AllocatedBytes, max: 99)])
            .Should().BeOfType<Verdict.Failed>()
            .Which.Limits.Should().ContainSingle();
        Example.Judge(comparison, []).Should().BeOfType<Verdict.NoLimit>();
        Example.IsDecided(comparison, [Example.Limit(TimeRatio, max: 0.5)]).Should().BeTrue();
    }

    [Fact]
    public void A_case_on_which_only_ratios_are_set_but_that_has_no_baseline_is_no_pass()
    {
        var limit = Example.Limit(TimeRatio, max: 1);
        Example.Judge(Example.Measured(Example.Alone, (AllocatedBytes, Estimate.Exact(1))), [limit])
            .Should().BeOfType<Verdict.NoLimit>()
            .Which.NotApplicable.Should().Equal(limit);
    }

    [Fact]
    public void More_samples_may_decide_whatever_has_an_interval()
    {
        var spans = new Estimate(1, 0.5, 1.5);
        // Windows between collections have gone on for as long as they could.
        foreach (var metric in All.Where(metric => !metric.IsRetained))
            Example.IsDecided(Example.Measured(Example.Stream, (metric, spans)), [Example.Limit(metric, max: 1)]).Should().BeFalse(
                "it is {0}", metric);
    }

    public static TheoryData<string> TimedMetrics => [.. All.Where(m => m.IsTime).Select(m => m.Name)];

    [Theory]
    [MemberData(nameof(TimedMetrics))]
    public void Times_are_not_judged_where_the_AA_check_failed_and_more_samples_would_not_help(string name)
    {
        var metric = All.Single(m => m.Name == name);
        foreach (var check in new[] { Example.DoublingIsHidden })
        {
            foreach (var estimate in new[] { new Estimate(0.92, 0.9, 0.95), new Estimate(1, 0.9, 1.1), new Estimate(1.5, 1.4, 1.6) })
            {
                var comparison = Example.Measured(Example.Stream, (metric, estimate));
                var limit = Example.Limit(metric, max: 1);

                Example.Judge(comparison, [limit], check).Should().BeOfType<Verdict.Inconclusive>()
                    .Which.Limits.Should().ContainSingle().Which.Status.Should().Be(LimitStatus.Unjudged);
                Example.IsDecided(comparison, [limit], check).Should().BeTrue();
            }
        }
    }

    [Fact]
    public void A_limit_on_a_percentile_is_refused_where_operations_are_timed_together()
    {
        var comparison = Example.Measured(Example.Stream) with { Evidence = default(Evidence) with { OperationsTimedTogether = 64 } };

        FaultsOf(comparison, [Example.Limit(TimeRatioP95, max: 2)]).Should().Equal(new LimitFault.NotAvailable(
            "timeRatioP95", "thresholds.json:14", new MissingFigure.TimedTogether(64)));
    }

    [Fact]
    public void A_limit_that_needs_overlapping_calls_is_refused_where_there_are_none_and_the_other_way_round()
    {
        var comparison = Example.Measured(Example.Stream);
        var atRate = comparison with { Evidence = default(Evidence) with { Load = new LoadModel(ArrivalRate: 500) } };

        ReasonFor(comparison, ThroughputRatio).Should().Be(new MissingFigure.NeedsLoad(WithCallers: true, "timeRatio"));
        ReasonFor(comparison, TimeP99).Should().Be(new MissingFigure.NeedsLoad(WithCallers: false, "medianTime"));
        ReasonFor(atRate, ThroughputRatio).Should().Be(new MissingFigure.SetByArrivalRate());

        static MissingFigure ReasonFor(CaseComparison comparison, Metric metric)
        {
            var fault = FaultsOf(comparison, [Example.Limit(metric, max: 2)]).Should().ContainSingle().Which
                .Should().BeOfType<LimitFault.NotAvailable>().Subject;
            fault.Metric.Should().Be(metric.Name);
            return fault.Reason;
        }
    }

    [Theory]
    [InlineData(1.05, 1.06, true, "it is above")]
    [InlineData(1.0, 1.02, false, "it surely meets the limit")]
    [InlineData(1.0, 1.5, true, "it is more likely above")]
    [InlineData(0.8, 1.05, false, "it hardly is above, and passes anyway")]
    public void Times_are_confirmed_that_seem_to_break_a_limit(double lower, double upper, bool isUnconfirmed, string why)
    {
        var limit = Example.Limit(TimeRatio, max: 1.04);
        var measured = Example.Measured(Example.Stream, (TimeRatio, new Estimate((lower + upper) / 2, lower, upper)));

        Unconfirmed(measured, limit).Should().Equal(isUnconfirmed ? [TimeRatio] : [], why);
        Unconfirmed(measured, limit, Example.DoublingIsHidden).Should().BeEmpty("times aren't judged at all");
    }

    [Fact]
    public void What_is_undecided_comes_along_with_what_is_confirmed()
    {
        var decided = Example.Measured(Example.Stream, (TimeRatio, Estimate.Exact(1.2)), (MedianTime, new Estimate(10, 9, 11)));
        var undecided = Example.Measured(Example.Alone, (MedianTime, new Estimate(10, 9, 11)));
        var group = Example.InGroup(decided) with { Cases = [decided, undecided] };
        CaseLimits[] limits =
        [
            new(Example.Stream, [Example.Limit(TimeRatio, max: 1.1), Example.Limit(MedianTime, max: 20)]),
            new(Example.Alone, [Example.Limit(MedianTime, max: 10)]),
        ];

        Judge.FindUnconfirmed(group, limits).Should().BeEquivalentTo(new Dictionary<CaseId, IReadOnlyList<Metric>>
        {
            [Example.Stream] = [TimeRatio],
            [Example.Alone] = [MedianTime],
        });
    }

    [Fact]
    public void A_minimum_is_confirmed_likewise()
    {
        var limit = Example.Limit(RequestsPerSecond, min: 1000);
        CaseComparison Measured(double value) => Example.Measured(Example.Stream, (RequestsPerSecond, Estimate.Exact(value)));

        Unconfirmed(Measured(900), limit).Should().Equal(RequestsPerSecond);
        Unconfirmed(Measured(1001), limit).Should().BeEmpty();
    }

    [Theory]
    [InlineData(1.8, true)]
    [InlineData(2.4, false)]
    public void In_a_quick_run_a_time_fails_only_beyond_twice_its_limit_and_bytes_as_always(double ratio, bool passes)
    {
        var comparison = Example.Measured(
            Example.Stream, (TimeRatio, Estimate.Exact(ratio)), (AllocatedBytes, Estimate.Exact(101)));

        Example.Judge(comparison, [Example.Limit(TimeRatio, max: 1).ForQuickRun()]).Should().BeOfType(
            passes ? typeof(Verdict.Passed) : typeof(Verdict.Failed));
        Example.Judge(comparison, [Example.Limit(AllocatedBytes, max: 100).ForQuickRun()]).Should().BeOfType<Verdict.Failed>();
    }

    [Fact]
    public void What_is_no_time_or_a_tail_is_not_confirmed()
    {
        Metric[] metrics = [AllocatedBytes, AllocatedRatio, TimeRatioP95, CpuTime, Gen0Collections];
        foreach (var metric in metrics)
            Unconfirmed(Example.Measured(Example.Stream, (metric, Estimate.Exact(2))), Example.Limit(metric, max: 1)).Should().BeEmpty();
    }

    [Fact]
    public void Verdicts_rest_on_the_samples_of_a_case_and_of_the_baseline_that_it_is_compared_with()
    {
        var other = Cases.Id("ReadPattern.GetString(Size: 1000)", baseline: $"{Example.Baseline}");
        IReadOnlyDictionary<CaseId, SampleKinds> LimitedBeside(Limit ofBaseline, params Limit[] limits) => Judge.FindLimited(
            [new(Example.Baseline, [ofBaseline]), new(Example.Stream, limits), new(other, [])]);
        IReadOnlyDictionary<CaseId, SampleKinds> Limited(params Limit[] limits) =>
            LimitedBeside(Example.Limit(MedianTime, max: 1), limits);

        Limited(Example.Limit(CpuTime, max: 1)).Should().BeEquivalentTo(new Dictionary<CaseId, SampleKinds>
        {
            [Example.Baseline] = SampleKinds.Times,
            [Example.Stream] = SampleKinds.Costs,
            [other] = SampleKinds.All,
        });
        Limited(Example.Limit(AllocatedRatio, max: 1))[Example.Baseline].Should().Be(SampleKinds.Times | SampleKinds.Bytes);
        Limited(Example.Limit(Counter("dns.lookups"), max: 1))[Example.Baseline].Should().Be(SampleKinds.Times);
        LimitedBeside(Example.Limit(AllocatedBytes, max: 1), Example.Limit(TimeRatio, max: 1))[Example.Stream].Should().Be(
            SampleKinds.Times | SampleKinds.Bytes, "a baseline's rare bytes are told by its siblings");
    }

    [Fact]
    public void Limits_are_proposed_for_measured_cases_to_which_none_applies()
    {
        var group = Example.InGroup(Example.Measured(Example.Stream, (TimeRatio, Estimate.Exact(2))));
        IReadOnlyList<CaseId> Unlimited(CaseId id, params Limit[] limits) => Judge.FindUnlimited(group, [new(id, limits)]);

        Unlimited(Example.Stream).Should().Equal(Example.Stream);
        Unlimited(Example.Stream, Example.Limit(TimeRatio, max: 1)).Should().BeEmpty();
        Unlimited(Example.Baseline).Should().Equal(Example.Baseline);
        Unlimited(Example.Baseline, Example.Limit(TimeRatio, max: 1)).Should().BeEmpty("ratios are relative to it");
        Unlimited(Example.Alone).Should().BeEmpty("it was not measured");
    }

    [Fact]
    public void Further_processes_are_needed_while_a_limit_is_more_likely_broken_than_not()
    {
        bool NeedsMore(double reach, params double[] processes) => Judge.NeedsMoreProcesses(
            Example.InGroup(Example.Measured(Example.Stream, (TimeRatio, Estimate.Exact(1))) with
            {
                Timed = new Dictionary<Metric, TimedFigure>
                {
                    [TimeRatio] = Example.Timed([.. processes.Select(p => new Estimate(p, p / (1 + reach), p * (1 + reach)))]),
                },
            }),
            [new CaseLimits(Example.Stream, [Example.Limit(TimeRatio, max: 1.1)])]);

        NeedsMore(0.1, 1.11, 1.13, 1.18).Should().BeTrue();
        NeedsMore(0.1, 1.02, 1.08, 1.05).Should().BeFalse("it passes anyway");
        NeedsMore(0.1, 1.09, 1.13, 1.14).Should().BeTrue();
        NeedsMore(0.001, 1.12, 1.12, 1.12).Should().BeFalse("it is decided");
        NeedsMore(0.001, 1, 1, 1).Should().BeFalse("it is decided");
    }

    [Fact]
    public void Bytes_and_counts_are_judged_whatever_the_AA_check_says()
    {
        Limit time = Example.Limit(TimeRatio, max: 1), bytes = Example.Limit(AllocatedBytes, max: 100), collections = Example.Limit(
            Gen0Collections, max: 2);
        CaseComparison Measured(double allocated) => Example.Measured(
            Example.Stream,
            (TimeRatio, Estimate.Exact(2)),
            (AllocatedBytes, Estimate.Exact(allocated)),
            (Gen0Collections, Estimate.Exact(1)));

        Example.Judge(Measured(101), [time, bytes, collections], Example.DoublingIsHidden).Should().BeOfType<Verdict.Failed>()
            .Which.Limits.Select(l => l.Status).Should().Equal(LimitStatus.Unjudged, LimitStatus.Above, LimitStatus.Within);
        Example.Judge(Measured(100), [time, bytes, collections], Example.DoublingIsHidden).Should().BeOfType<Verdict.Inconclusive>()
            .Which.Limits.Select(l => l.Status).Should().Equal(LimitStatus.Unjudged, LimitStatus.Within, LimitStatus.Within);
        Example.Judge(Measured(100), [bytes, collections], Example.DoublingIsHidden).Should().BeOfType<Verdict.Passed>();
    }

    [Fact]
    public void A_baseline_that_could_not_be_measured_invalidates_the_ratios_of_its_siblings_and_nothing_else()
    {
        Limit ratio = Example.Limit(TimeRatio, max: 1), bytes = Example.Limit(AllocatedBytes, max: 100);
        Verdict Judged(double allocated, params Limit[] limits) => Judge.JudgeGroup(
            new GroupComparison(
                [Example.Measured(Example.Stream, (AllocatedBytes, Estimate.Exact(allocated)))],
                [new CaseFailure(Example.Baseline, new Fault.EmptyResult("null"))],
                AACheck.None),
            [new(Example.Baseline, [ratio]), new(Example.Stream, limits)]).Cases[1].Verdict;

        var invalid = new Verdict.Invalid(new Fault.BaselineFailed(Example.Baseline.Name, new Fault.EmptyResult("null")));
        Judged(100, bytes).Should().BeOfType<Verdict.Passed>();
        Judged(101, bytes).Should().BeOfType<Verdict.Failed>();
        Judged(100, ratio).Should().Be(invalid);
        Judged(100, ratio, bytes).Should().Be(invalid);
        Judged(101, ratio, bytes).Should().BeOfType<Verdict.Failed>().Which.Limits.Select(l => l.Limit).Should().Equal(bytes);
        Judged(100).Should().BeOfType<Verdict.NoLimit>();
    }

    [Fact]
    public void A_case_that_could_not_be_measured_is_invalid_and_its_siblings_are_judged_in_the_order_of_the_limits()
    {
        var bytes = Example.Limit(AllocatedBytes, max: 100);
        var group = new GroupComparison(
            [Example.Measured(Example.Baseline, (AllocatedBytes, Estimate.Exact(100)))],
            [new CaseFailure(Example.Stream, new Fault.EmptyResult("null"))],
            AACheck.None);

        var judged = Judge.JudgeGroup(group, [new(Example.Stream, [bytes]), new(Example.Baseline, [bytes])]);

        judged.Cases.Select(c => c.Case).Should().Equal(Example.Stream, Example.Baseline);
        judged.Cases[0].Verdict.Should().Be(new Verdict.Invalid(new Fault.EmptyResult("null")));
        judged.Cases[0].Comparison.Should().BeNull();
        judged.Cases[1].Verdict.Should().BeOfType<Verdict.Passed>();
    }

    [Theory]
    [InlineData("timeRatio", "Times", "Times")]
    [InlineData("medianTime", "Times", "None")]
    [InlineData("cpuRatio", "Costs", "Costs")]
    [InlineData("gcPause", "Costs", "None")]
    [InlineData("allocatedRatio", "Bytes", "Bytes")]
    [InlineData("allocatedBytes", "Bytes", "Bytes")]
    public void More_samples_are_wanted_of_what_an_undecided_limit_compares(string metric, string ofCase, string ofBaseline)
    {
        var undecided = Metric.All.Single(m => m.Name == metric);
        var comparison = Example.Measured(Example.Stream, (undecided, new Estimate(2, 1, 3)));

        var found = Judge.FindUndecided(Example.InGroup(comparison), [new(Example.Stream, [Example.Limit(undecided, max: 2)])]);

        found[Example.Stream].Should().Be(Enum.Parse<SampleKinds>(ofCase));
        found.GetValueOrDefault(Example.InGroup(comparison).Baseline!.Case).Should().Be(Enum.Parse<SampleKinds>(ofBaseline));
    }

    /// <summary>Bytes of some calls of a baseline are told from those of other cases.</summary>
    [Theory]
    [InlineData("allocatedBytes", true)]
    [InlineData("cpuTime", false)]
    public void Where_bytes_of_the_baseline_are_undecided_more_samples_are_wanted_of_all_cases(string metric, bool ofAll)
    {
        var undecided = Metric.All.Single(m => m.Name == metric);
        var group = new GroupComparison(
            [Example.Measured(Example.Baseline, (undecided, new Estimate(2, 1, 3))), Example.Measured(Example.Stream)],
            [],
            AACheck.None);

        var found = Judge.FindUndecided(
            group, [new(Example.Baseline, [Example.Limit(undecided, max: 2)]), new(Example.Stream, [])]);

        found.Should().ContainKey(Example.Baseline);
        found.ContainsKey(Example.Stream).Should().Be(ofAll);
    }

    [Theory]
    [InlineData("allocatedBytes", 159, false)]
    [InlineData("allocatedBytes", 160, true)]
    [InlineData("allocatedRatio", 159, false)]
    [InlineData("serverAllocatedBytes", 159, false)]
    [InlineData("serverAllocatedBytes", 160, true)]
    [InlineData("cpuTime", 0, true)]
    public void Bytes_that_meet_their_limit_are_decided_when_more_bytes_of_one_call_in_twenty_would_have_been_seen(
        string metric, int windows, bool isDecided)
    {
        var measured = Metric.All.Single(m => m.Name == metric);
        var comparison = Example.Measured(Example.Stream, (measured, Estimate.Exact(1))) with { Evidence = Example.InWindows(windows) };

        Example.IsDecided(comparison, [Example.Limit(measured, max: 1)]).Should().Be(isDecided);
        Example.Judge(comparison, [Example.Limit(measured, max: 1)]).Should().BeOfType<Verdict.Passed>("the budget may end first");
        Example.IsDecided(comparison, [Example.Limit(measured, max: 0.5)]).Should().BeTrue("more bytes of some calls change nothing");
    }

    [Theory]
    [InlineData("allocatedBytes")]
    [InlineData("serverAllocatedBytes")]
    public void What_some_calls_allocate_beside_the_others_can_not_break_a_minimum(string metric)
    {
        var measured = Metric.All.Single(m => m.Name == metric);
        var comparison = Example.Measured(Example.Stream, (measured, Estimate.Exact(1))) with { Evidence = Example.InWindows(4) };

        Example.IsDecided(comparison, [Example.Limit(measured, min: 1)]).Should().BeTrue();
        Example.IsDecided(comparison, [Example.Limit(measured, min: 1, max: 2)]).Should().BeFalse();
    }

    [Fact]
    public void Bytes_are_counted_for_long_where_they_have_a_maximum()
    {
        Judge.FindBounded(
        [
            new(Example.Baseline, [Example.Limit(AllocatedBytes, min: 1), Example.Limit(TimeRatio, max: 1)]),
            new(Example.Stream, [Example.Limit(AllocatedRatio, max: 1), Example.Limit(ServerAllocatedBytes, max: 1)]),
            new(Example.Alone, [Example.Limit(AgainstAllocatedBytes, max: 0)]),
        ]).Should().BeEquivalentTo(new Dictionary<CaseId, SampleKinds>
        {
            [Example.Baseline] = SampleKinds.None,
            [Example.Stream] = SampleKinds.Bytes | SampleKinds.ServerBytes,
            [Example.Alone] = SampleKinds.Bytes,
            [Example.Alone.Before()] = SampleKinds.Bytes,
        });
    }

    private static IReadOnlyList<Metric> Unconfirmed(CaseComparison comparison, Limit limit, AACheck? check = null) =>
        Judge.FindUnconfirmed(Example.InGroup(comparison, check), [new(comparison.Case, [limit])]).Values.SingleOrDefault() ?? [];

    private static IReadOnlyList<LimitFault> FaultsOf(CaseComparison comparison, IReadOnlyList<Limit> limits) =>
        Example.Judge(comparison, limits).Should().BeOfType<Verdict.Invalid>()
            .Which.Fault.Should().BeOfType<Fault.LimitsNotJudged>().Which.Limits;
}
