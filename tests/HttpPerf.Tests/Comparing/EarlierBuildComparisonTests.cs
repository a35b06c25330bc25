using FluentAssertions;
using HttpPerf.Model.Faults;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Judging.Statistics;
using HttpPerf.Model;
using Xunit;

namespace HttpPerf.Tests.Comparing;

/// <summary>A case compared with itself in an earlier build, and judged by that.</summary>
public sealed class EarlierBuildComparisonTests
{
    private const string Counter = "my.counter";

    private static readonly IReadOnlyList<Limit> Defaults = AgainstLimits.Complete([], isCompared: true);

    private static readonly IReadOnlyDictionary<CaseId, IReadOnlyList<Metric>> Unconfirmed =
        new Dictionary<CaseId, IReadOnlyList<Metric>> { [Group.Alone] = [Metric.AgainstTimeRatio] };

    [Fact]
    public void Times_are_divided_round_by_round_and_bytes_subtracted()
    {
        var compared = Compare(Samples(Group.Alone, 110, 1000), Samples(Group.Alone.Before(), 100, 976)).Cases.Single();

        compared.Measured[Metric.AgainstTimeRatio].Value.Should().BeApproximately(1.1, 1e-9);
        compared.Measured[Metric.AgainstAllocatedBytes].Should().Be(Estimate.Exact(24));
        compared.Before!.Measured[Metric.AllocatedBytes].Should().Be(Estimate.Exact(976));
        compared.Before.Measured[Metric.MedianTime].Value.Should().BeApproximately(100, 1e-9);
    }

    [Theory]
    [InlineData(100, 1000, true)]
    [InlineData(102, 1000, true)]
    [InlineData(90, 900, true)]
    [InlineData(115, 1000, false)]
    [InlineData(100, 1001, false)]
    public void A_case_fails_if_it_takes_longer_by_more_than_a_twentieth_or_allocates_a_byte_more(double time, double bytes, bool passes)
    {
        var verdict = Judged(Samples(Group.Alone, time, bytes), Samples(Group.Alone.Before(), 100, 1000));

        verdict.Should().BeOfType(passes ? typeof(Verdict.Passed) : typeof(Verdict.Failed));
    }

    [Theory]
    [InlineData(5000, true)]
    [InlineData(4000, true)]
    [InlineData(5024, false)]
    public void A_case_fails_if_its_server_allocates_more(double bytes, bool passes)
    {
        var (now, before) = (OnServer(Group.Alone, bytes), OnServer(Group.Alone.Before(), 5000));

        Compare(now, before).Cases.Single().Measured[Metric.AgainstServerAllocatedBytes].Should().Be(Estimate.Exact(bytes - 5000));
        Judged(now, before).Should().BeOfType(passes ? typeof(Verdict.Passed) : typeof(Verdict.Failed));
    }

    [Fact]
    public void What_only_one_of_the_builds_servers_tells_is_not_judged_by_default_and_missed_where_it_is_limited()
    {
        var (now, before) = (OnServer(Group.Alone, 5000), Samples(Group.Alone.Before(), 100, 1000));

        Judged(now, before).Should().BeOfType<Verdict.Passed>();
        Judged(now, before, [Limit(Metric.AgainstServerAllocatedBytes, 0)]).Should().BeEquivalentTo(
            new Verdict.Invalid(new Fault.LimitsNotJudged([new LimitFault.NotMeasured("against.serverAllocatedBytes")])));
    }

    [Fact]
    public void Bytes_that_vary_fail_only_beyond_their_interval()
    {
        // Seeds that differ, as responses arrive in other pieces.
        Judged(Varying(Group.Alone, 1000, seed: 1), Varying(Group.Alone.Before(), 1000, seed: 2)).Should().BeOfType<Verdict.Passed>();
        Judged(Varying(Group.Alone, 1100, seed: 1), Varying(Group.Alone.Before(), 1000, seed: 2)).Should().BeOfType<Verdict.Failed>();
    }

    [Theory]
    [InlineData(2, 2, true)]
    [InlineData(1, 2, true)]
    [InlineData(3, 2, false)]
    [InlineData(1, 0, false)]
    public void A_case_fails_if_a_limited_counter_grows(double now, double before, bool passes)
    {
        var limits = AgainstLimits.Complete([Limit(Metric.Counter(Counter), 9)], isCompared: true);

        var verdict = Judged(Counting(Group.Alone, now), Counting(Group.Alone.Before(), before), limits);

        verdict.Should().BeOfType(passes ? typeof(Verdict.Passed) : typeof(Verdict.Failed));
    }

    /// <summary>By more than timing explains.</summary>
    [Theory]
    [InlineData("server.threads.blocked", 1, 0, false)]
    [InlineData("server.threads.blocked", 0.62, 0.5, true)]
    [InlineData("server.threads.blocked", 0.7, 0.5, false)]
    [InlineData("server.dotnet.exceptions", 0.04, 0, true)]
    [InlineData("server.output.lines", 5, 4, false)]
    [InlineData("server.database.queries", 2, 1, false)]
    [InlineData("http.client.connections.opened", 0.1, 0.01, false)]
    [InlineData("http.client.connections.opened", 0.02, 0.01, true)]
    [InlineData("wire.bytesReceived", 1200, 1000, false)]
    [InlineData("wire.bytesReceived", 1010, 1000, true)]
    [InlineData("wire.bytesSent", 1011, 1000, false)]
    public void A_case_fails_without_any_file_if_it_counts_surely_more(string counter, double now, double before, bool passes)
    {
        var verdict = Judged(Counting(Group.Alone, now, counter), Counting(Group.Alone.Before(), before, counter));

        verdict.Should().BeOfType(passes ? typeof(Verdict.Passed) : typeof(Verdict.Failed));
    }

    /// <summary>Responses whose length varies by a fifth from call to call.</summary>
    [Theory]
    [InlineData(1000, 0)]
    [InlineData(1200, 1000)]
    public void Bodies_that_vary_fail_only_if_they_are_surely_larger(double bytes, int failures)
    {
        var random = new Random(1);

        Enumerable.Range(0, 1000).Count(_ => Judged(Receiving(Group.Alone, bytes), Receiving(Group.Alone.Before(), 1000)) is Verdict.Failed)
            .Should().Be(failures);

        CaseSamples Receiving(CaseId id, double mean) => Samples(id, 100, 1000).With(
            [.. Enumerable.Range(0, 8).Select(_ => CountedPass.Of(50, CountedPass.Reading("wire.bytesReceived", Sum(mean))))]);

        double Sum(double mean) => Enumerable.Range(0, 50).Sum(_ => Math.Round(mean * (0.9 + (0.2 * random.NextDouble()))));
    }

    [Fact]
    public void Limits_of_the_file_are_judged_as_always()
    {
        var limits = AgainstLimits.Complete([Limit(Metric.AllocatedBytes, 999)], isCompared: true);

        Judged(Samples(Group.Alone, 100, 1000), Samples(Group.Alone.Before(), 100, 1000), limits).Judged
            .Where(limit => limit.Status != LimitStatus.Within).Should().ContainSingle()
            .Which.Limit.Metric.Should().Be(Metric.AllocatedBytes);
    }

    [Fact]
    public void A_case_that_failed_in_the_earlier_build_is_not_passed_over()
    {
        var samples = Group.Of(Samples(Group.Alone, 100, 1000)) with { Failures = [new(Group.Alone.Before(), new Fault.AsyncVoid(1))] };
        var compared = GroupComparison.Compare(samples, new ErrorRates()) with { Earlier = "at main" };

        Judge.JudgeGroup(compared, [new(Group.Alone, Defaults)]).Cases.Single().Verdict.Should().Be(
            new Verdict.Invalid(new Fault.EarlierBuildFailed("at main", new Fault.AsyncVoid(1))));
    }

    [Fact]
    public void A_new_case_needs_no_limit()
    {
        var compared = GroupComparison.Compare(Group.Of(Samples(Group.Alone, 100, 1000)), new ErrorRates());

        Verdict(compared with { Earlier = "at main" }).Should().BeOfType<Verdict.Passed>();
        Verdict(compared).Should().BeOfType<Verdict.NoLimit>("without an earlier build a case that nothing limits is a mistake");

        static Verdict Verdict(GroupComparison compared) => Judge.JudgeGroup(compared, [new(Group.Alone, [])]).Cases.Single().Verdict;
    }

    [Fact]
    public void More_samples_of_both_builds_are_taken_where_a_ratio_is_undecided()
    {
        var (now, before) = (Samples(Group.Alone, 105, 1000, spread: 0.3), Samples(Group.Alone.Before(), 100, 1000, spread: 0.3));

        Judge.FindUndecided(Compare(now, before), [new(Group.Alone, Defaults)]).Keys.Should().BeEquivalentTo([now.Id, before.Id]);
    }

    [Theory]
    [InlineData(1.01, 0.03, true)]
    [InlineData(1.035, 0.002, false)]
    public void No_more_samples_are_taken_where_they_would_hardly_decide(double ratio, double error, bool areTaken) =>
        Judge.FindUndecided(Measured(error, ratio), [new(Group.Alone, Defaults)]).Any().Should().Be(areTaken);

    [Fact]
    public void A_ratio_that_is_broken_or_undecided_is_confirmed_and_one_that_is_kept_is_not()
    {
        Unconfirmed(110).Should().Equal(Metric.AgainstTimeRatio);
        Unconfirmed(105, spread: 0.3).Should().Equal(Metric.AgainstTimeRatio);
        Unconfirmed(102).Should().BeEmpty("two builds of the same method differ little between processes");

        static IEnumerable<Metric> Unconfirmed(double time, double spread = 0) => Judge.FindUnconfirmed(
            Compare(Samples(Group.Alone, time, 1000, spread: spread), Samples(Group.Alone.Before(), 100, 1000, spread: spread)),
            [new(Group.Alone, Defaults)])
            .SelectMany(ofCase => ofCase.Value);
    }

    [Theory]
    [InlineData(1.03, 0.015, true, "they could tell that nothing has changed")]
    [InlineData(1.03, 0.06, false, "they could not, though they agree")]
    [InlineData(1.02, 0.02, false, "it is closer to 1 than to its limit, and passes anyway")]
    [InlineData(1.15, 0.03, true, "they could tell that the limit is broken")]
    [InlineData(1.08, 0.05, false, "they could tell neither")]
    [InlineData(0.90, 0.06, false, "it seems to be faster, but only by chance")]
    [InlineData(0.90, 0.01, true, "it seems to be faster, and is not said to be until others confirm it")]
    [InlineData(1.12, 0.01, true, "it is beyond its limit, and that must be confirmed")]
    public void Other_processes_are_asked_only_if_they_could_decide(double ratio, double error, bool areAsked, string because)
    {
        CaseLimits[] limits = [new(Group.Alone, Defaults)];

        Judge.FindUnconfirmed(Measured(error, ratio), limits).Any().Should().Be(areAsked, because);
        Judge.NeedsMoreProcesses(Measured(error, ratio, ratio), limits).Should().Be(areAsked, because);
        Judge.NeedsMoreProcesses(Measured(error, ratio), limits).Should().BeFalse("no other process has measured it");
    }

    [Theory]
    [InlineData(1.07, 0.01, true, "it is more likely broken than not")]
    [InlineData(1.045, 0.01, false, "it is more likely met than not")]
    [InlineData(1.01, 0.002, false, "it is decided")]
    [InlineData(1.12, 0.002, false, "it is decided")]
    public void A_fourth_process_follows_only_what_is_more_likely_broken_than_not(
        double ratio, double error, bool follows, string because) =>
        Judge.NeedsMoreProcesses(Measured(error, ratio - 0.01, ratio, ratio + 0.01), [new(Group.Alone, Defaults)])
            .Should().Be(follows, because);

    [Fact]
    public void Two_processes_that_tell_that_nothing_has_changed_are_enough() =>
        Judge.NeedsMoreProcesses(Measured(0.001, 1, 1), [new(Group.Alone, Defaults)]).Should().BeFalse();

    /// <summary>As a server did: 42,312 or 43,904 B for a response, in each epoch another share of them.</summary>
    [Fact]
    public void Two_amounts_that_both_builds_have_are_no_growth()
    {
        var random = new Random(20261125);

        Grown(random, random.NextDouble, more: () => 0).Should().BeLessThan(10);
    }

    [Fact]
    public void What_some_calls_add_to_them_is_growth()
    {
        var random = new Random(20261125);

        Grown(random, () => 0.9, more: () => random.NextDouble() < 0.125 ? 4096 : 0).Should().BeGreaterThan(950);
    }

    /// <summary>
    /// Less on average, though half of the calls allocate more than what is usual now; and where the windows of an epoch agree in both
    /// builds, most epochs agree that nothing has changed.
    /// </summary>
    [Fact]
    public void What_was_usual_before_and_half_of_the_calls_still_do_is_no_growth()
    {
        const int mostlyLess = 28, evenly = 16, mostlyMore = 4;
        int[] now = [.. Enumerable.Repeat(mostlyLess, 6), .. Enumerable.Repeat(mostlyMore, 5), .. Enumerable.Repeat(evenly, 13)];
        int[] before =
        [
            .. Enumerable.Repeat(mostlyMore, 3), .. Enumerable.Repeat(evenly, 3), .. Enumerable.Repeat(mostlyMore, 13),
            .. Enumerable.Repeat(evenly, 5),
        ];

        Judged(OnServer(Group.Alone, Epochs(now)), OnServer(Group.Alone.Before(), Epochs(before))).Should().BeOfType<Verdict.Passed>();
    }

    [Fact]
    public void Fresh_processes_compare_the_builds_too()
    {
        var group = Compare(Samples(Group.Alone, 110, 1000), Samples(Group.Alone.Before(), 100, 1000));
        var other = Group.Of(Samples(Group.Alone, 100, 1000)) with { Before = [Samples(Group.Alone.Before(), 100, 1000)] };

        var confirmed = group.Across(Unconfirmed, [other, other]).Cases.Single();

        confirmed.Processes[Metric.AgainstTimeRatio].Should().HaveCount(3).And.EndWith([1, 1]);
        confirmed.Measured[Metric.AgainstTimeRatio].Should().Be(
            confirmed.Timed[Metric.AgainstTimeRatio].Passing.Interval(ErrorRates.Passing));
    }

    /// <summary>
    /// So it was for a method that returns a constant, in 3 to 4 ns: in most epochs of a process or in all of them, the same one of two
    /// equal builds takes a quarter longer. Four epochs that differ have a median without bounds.
    /// </summary>
    [Theory]
    [InlineData(1, 0.3, 0, 8)]
    [InlineData(1, 0, 0, 8)]
    [InlineData(1000, 0, 200, 300)]
    public void Processes_that_agree_by_chance_find_no_slowdown_of_a_nanosecond(int factor, double equal, int fewest, int most)
    {
        var random = new Random(20261126);

        Enumerable.Range(0, 2000).Count(_ => Confirmed(Process(), Process(), Process()).Lower > 1.05)
            .Should().BeInRange(fewest, most);

        GroupSamples Process()
        {
            var (now, before) = random.Next(2) == 0 ? (3.0, 3.8) : (3.8, 3.0);
            var (epochs, epochsBefore) = (new double[4][], new double[4][]);
            for (var epoch = 0; epoch < 4; epoch++)
            {
                var areEqual = random.NextDouble() < equal;
                (epochs[epoch], epochsBefore[epoch]) = (Rounds(areEqual ? 3.8 : now), Rounds(areEqual ? 3.8 : before));
            }

            return Group.Of(Group.Times(Group.Alone, epochs)) with { Before = [Group.Times(Group.Alone.Before(), epochsBefore)] };
        }

        double[] Rounds(double time) => Streams.Of(32, () => factor * time * (1 + (0.002 * random.NextDouble())));
    }

    /// <summary>
    /// So it was for a loop of 71 µs: its time had two levels, half a percent apart. Where each epoch has another share of both, the order
    /// statistics of four epochs reach to the outliers.
    /// </summary>
    [Fact]
    public void Processes_whose_epochs_hardly_differ_find_a_slowdown_on_which_they_agree()
    {
        var random = new Random(20261127);

        Enumerable.Range(0, 500).Count(_ => Confirmed(Process(), Process(), Process()).Lower > 1.2).Should().Be(500);

        GroupSamples Process() => Group.Of(Group.Times(Group.Alone, [.. Enumerable.Range(0, 4).Select(Epoch)])) with
        {
            Before = [Group.Times(Group.Alone.Before(), [.. Streams.Epochs(4, 128, () => 47_000)])],
        };

        double[] Epoch(int number)
        {
            var upper = number % 2 == 0 ? 0.33 : 0.67;
            return Streams.Of(128, () => 47_000 * (random.NextDouble() < upper ? 1.507 : 1.499) * Math.Exp(Noise()));
        }

        double Noise() => (random.Next(100) == 0 ? 1 : 0.0001) * Streams.Normal(random);
    }

    [Fact]
    public void What_would_have_been_found_takes_into_account_that_other_processes_would_have_to_confirm_it()
    {
        var group = Compare(Samples(Group.Alone, 100, 1000), Samples(Group.Alone.Before(), 100, 1000));
        double Found(bool confirms) => Judge.JudgeGroup(
            group with { Errors = group.Errors with { ConfirmsTimes = confirms } }, [new(Group.Alone, Defaults)])
            .Cases.Single().Verdict.Judged.Single(limit => limit.Limit.Metric == Metric.AgainstTimeRatio).DetectableChange!.Value;

        // Student's quantile is 3.707 at 6 degrees of freedom and 99.5 %, 3.95 at 99.6 %; at 4 it is 5.0. The normal one is 1.28 at 90 %.
        Found(confirms: true).Should().BeApproximately((1.05 * Math.Exp((3.95 + 1.2816) * 0.016 * Math.Sqrt(4 / 6.0 / 3))) - 1, 1e-3);
        Found(confirms: false).Should().BeApproximately((1.05 * Math.Exp((5.0 + 1.2816) * 0.016)) - 1, 3e-3);
    }

    private static Verdict Judged(CaseSamples now, CaseSamples before, IReadOnlyList<Limit>? limits = null) =>
        Judge.JudgeGroup(Compare(now, before), [new(now.Id, limits ?? Defaults)]).Cases.Single().Verdict;

    /// <summary>A case that has changed in nothing but this ratio, as processes measured it.</summary>
    private static GroupComparison Measured(double error, params double[] ratios)
    {
        var group = Compare(Samples(Group.Alone, 100, 1000), Samples(Group.Alone.Before(), 100, 1000));
        var only = group.Cases.Single();
        var time = new TimedFigure([.. ratios.Select(ratio => new RatioModel(Math.Log(ratio), error * error, 11))], 1e6);
        return group with
        {
            Cases =
            [
                only with
                {
                    Timed = new Dictionary<Metric, TimedFigure>(only.Timed) { [Metric.AgainstTimeRatio] = time },
                    Measured = new Dictionary<Metric, Estimate>(only.Measured)
                    {
                        [Metric.AgainstTimeRatio] = time.Passing.Interval(ErrorRates.Passing),
                    },
                },
            ],
        };
    }

    private static GroupComparison Compare(CaseSamples now, CaseSamples before) => Compare(Group.Of(now) with { Before = [before] });

    private static GroupComparison Compare(GroupSamples builds, ErrorRates? errors = null) =>
        GroupComparison.Compare(builds, errors ?? new ErrorRates()) with { Earlier = "at main" };

    /// <summary>The interval that fails, of the ratio of the builds as several processes measured it.</summary>
    private static Estimate Confirmed(GroupSamples process, params GroupSamples[] others) =>
        Compare(process).Across(Unconfirmed, others).Cases.Single().Timed[Metric.AgainstTimeRatio]
            .Failing.Interval(new ErrorRates().Failing);

    private static Limit Limit(Metric metric, double max) => new(metric, null, max, "*", "thresholds.json", 3, 5);

    private static CaseSamples Samples(CaseId id, double time, double bytes, double spread = 0.001)
    {
        var random = new Random(id.IsBefore ? 1 : 2);
        double[] Rounds() => [.. Enumerable.Range(0, 32).Select(_ => spread > 0.01 ? time * (1 + (spread * random.NextDouble())) : time)];
        return Group.Times(id, [.. Enumerable.Range(0, 8).Select(_ => Rounds())])
            .With(new AllocationSamples([.. Enumerable.Repeat(Enumerable.Repeat(bytes, 32).ToArray(), 8)], 1));
    }

    private static CaseSamples OnServer(CaseId id, double bytes) =>
        OnServer(id, [.. Enumerable.Repeat(Enumerable.Repeat(bytes, 32).ToArray(), 8)]);

    private static CaseSamples OnServer(CaseId id, double[][] epochs) =>
        Samples(id, 100, 1000).WithServer(new(epochs, 1));

    /// <summary>How many of 1,000 comparisons find growth.</summary>
    /// <param name="random">Which of two amounts a window has.</param>
    /// <param name="share">How many windows of an epoch have the larger one.</param>
    /// <param name="more">What today's build adds to a window.</param>
    private static int Grown(Random random, Func<double> share, Func<double> more)
    {
        return Enumerable.Range(0, 1000).Count(
            _ => Compare(
                Group.Of(OnServer(Group.Alone, Build(more))) with { Before = [OnServer(Group.Alone.Before(), Build(() => 0))] },
                new ErrorRates(Failures: 0.5))
                .Cases.Single().Measured[Metric.AgainstServerAllocatedBytes].Lower > 0);

        double[][] Build(Func<double> added) => [.. Enumerable.Range(0, 8).Select(_ => Epoch(share(), added))];

        double[] Epoch(double share, Func<double> added) =>
            Streams.Of(32, () => (random.NextDouble() < share ? 43_904 : 42_312) + added());
    }

    /// <summary>Epochs of 32 windows, of which so many have the smaller of the two amounts.</summary>
    private static double[][] Epochs(IEnumerable<int> less) =>
        [.. less.Select(few => Enumerable.Repeat(42_312.0, few).Concat(Enumerable.Repeat(43_904.0, 32 - few)).ToArray())];

    private static CaseSamples Varying(CaseId id, double bytes, int seed)
    {
        var random = new Random(seed);
        double[] Windows() => [.. Enumerable.Range(0, 32).Select(_ => Math.Round(bytes + random.Next(40)))];
        return Samples(id, 100, bytes).With(new AllocationSamples([.. Enumerable.Range(0, 8).Select(_ => Windows())], 1));
    }

    private static CaseSamples Counting(CaseId id, double perOperation, string counter = Counter) =>
        Samples(id, 100, 1000).With(CountedPass.Quarters(CountedPass.Of(400, CountedPass.Reading(counter, 400 * perOperation))));
}
