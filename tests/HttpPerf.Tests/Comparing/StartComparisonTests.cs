using FluentAssertions;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Model;
using Xunit;

namespace HttpPerf.Tests.Comparing;

/// <summary>Starts of two builds, made up.</summary>
public sealed class StartComparisonTests
{
    private static readonly CaseId Start = CaseId.OfStart("Orders");

    private static readonly CaseLimits Defaults = new(Start, AgainstLimits.CompleteStart([], isCompared: true));

    [Fact]
    public void Equal_builds_differ_by_nothing_and_need_more_starts_only_for_their_times()
    {
        var compared = Compare([500, 520, 480], [500, 520, 480]);

        compared[Metric.AgainstStartTime].Value.Should().BeApproximately(1, 1e-9);
        compared[Metric.AgainstStartCompiledMethods].Value.Should().Be(0);
        Judged([500, 520, 480], [500, 520, 480]).Verdict.Should().BeOfType<Verdict.Passed>();
    }

    [Fact]
    public void A_slower_start_fails_when_pairs_agree()
    {
        double[] now = [800, 830, 790, 810, 820];
        double[] before = [500, 520, 480, 500, 510];

        var judged = Judged(now, before);

        judged.Verdict.Should().BeOfType<Verdict.Failed>();
        judged.Comparison!.Measured[Metric.AgainstStartTime].Value.Should().BeApproximately(1.61, 0.03);
    }

    /// <summary>A disturbance of both starts of a pair is no difference between the builds.</summary>
    [Fact]
    public void Pairs_that_meet_the_same_disturbance_are_compared_with_each_other()
    {
        double[] before = [500, 1500, 480, 1000, 510];

        var judged = Judged([.. before.Select((time, i) => time * (1.3 + (0.005 * i)))], before);

        judged.Verdict.Should().BeOfType<Verdict.Failed>();
    }

    [Theory]
    [InlineData(3, false)]
    [InlineData(5, true)]
    public void An_assembly_more_fails_after_five_pairs(int pairs, bool fails)
    {
        var times = Enumerable.Repeat(500.0, pairs).ToArray();

        var judged = Judged(times, times, now: s => s with { Assemblies = [.. s.Assemblies, "Newtonsoft.Json"] });

        (judged.Verdict is Verdict.Failed).Should().Be(fails);
        StartComparison.NeedsMore(Group(times, times, s => s with { Assemblies = [.. s.Assemblies, "Newtonsoft.Json"] }), [Defaults])
            .Should().Be(!fails);
        StartComparison.FindLoadedMore(judged.Comparison!).Should().Equal("Newtonsoft.Json");
    }

    [Fact]
    public void Processor_time_is_compared_and_fails_only_with_a_limit()
    {
        var times = Enumerable.Repeat(500.0, 5).ToArray();
        var group = Group(times, times, s => s with { CpuNanoseconds = 2 * s.CpuNanoseconds });
        Limit limit = new(Metric.AgainstStartCpuTime, null, 1.1, "*", "thresholds.json:1", 1, 1);

        group.Cases[0].Measured[Metric.AgainstStartCpuTime].Value.Should().BeApproximately(2, 1e-9);
        Judge.JudgeGroup(group, [Defaults]).Cases[0].Verdict.Should().BeOfType<Verdict.Passed>();
        Judge.JudgeGroup(group, [new(Start, AgainstLimits.CompleteStart([limit], isCompared: true))]).Cases[0].Verdict
            .Should().BeOfType<Verdict.Failed>();
    }

    /// <summary>Threads wait otherwise in each process, so some compile a few other methods.</summary>
    [Theory]
    [InlineData(20, typeof(Verdict.Passed))]
    [InlineData(200, typeof(Verdict.Failed))]
    public void Methods_fail_when_they_grow_by_more_than_starts_vary(int more, Type verdict)
    {
        var times = Enumerable.Repeat(500.0, 5).ToArray();
        var random = new Random(1);

        var judged = Judged(times, times, Varied(more), Varied(0));

        judged.Verdict.Should().BeOfType(verdict);

        Func<StartSample, StartSample> Varied(int more) => sample => sample with { CompiledMethods = 1300 + random.Next(50) + more };
    }

    [Theory]
    [InlineData(30, typeof(Verdict.Passed))]
    [InlineData(31, typeof(Verdict.Failed))]
    public void Three_hundredths_more_methods_are_allowed(int more, Type verdict)
    {
        var times = Enumerable.Repeat(500.0, 5).ToArray();

        Judged(times, times, now: s => s with { CompiledMethods = s.CompiledMethods + more }).Verdict.Should().BeOfType(verdict);
    }

    /// <summary>Six looks, each of which may err; the seed makes them the same in every run.</summary>
    [Fact]
    public void A_time_exactly_at_its_limit_fails_in_one_of_a_hundred_runs()
    {
        const int runs = 4000;
        var random = new Random(1);

        var failed = Enumerable.Range(0, runs).Count(_ => Fails(random));

        failed.Should().BeInRange(runs * 3 / 1000, runs * 15 / 1000);
    }

    private static bool Fails(Random random)
    {
        int[] looks = [3, 5, 8, 12, 20, 32];
        double[] before = [.. Enumerable.Range(0, looks[^1]).Select(_ => 500 * Math.Exp(0.1 * Gaussian(random)))];
        double[] now = [.. before.Select(_ => 550 * Math.Exp(0.1 * Gaussian(random)))];
        CaseLimits limits = new(Start, [.. Defaults.Limits.Where(limit => limit.Metric == Metric.AgainstStartTime)]);
        foreach (var look in looks)
        {
            var group = Group(now[..look], before[..look]);
            if (Judge.JudgeGroup(group, [limits]).Cases[0].Verdict is Verdict.Failed)
                return true;
            if (!StartComparison.NeedsMore(group, [limits]))
                return false;
        }

        return false;
    }

    private static double Gaussian(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    private static IReadOnlyDictionary<Metric, Estimate> Compare(double[] now, double[] before) => Group(now, before).Cases[0].Measured;

    private static JudgedCase Judged(
        double[] times,
        double[] timesBefore,
        Func<StartSample, StartSample>? now = null,
        Func<StartSample, StartSample>? before = null) =>
        Judge.JudgeGroup(Group(times, timesBefore, now, before), [Defaults]).Cases[0];

    private static GroupComparison Group(
        double[] now,
        double[] before,
        Func<StartSample, StartSample>? changeNow = null,
        Func<StartSample, StartSample>? changeBefore = null) =>
        StartComparison.Compare(new([Starts(Start, now, changeNow), Starts(Start.Before(), before, changeBefore)], []), new ErrorRates());

    private static StartSamples Starts(CaseId id, double[] milliseconds, Func<StartSample, StartSample>? change) => new(
        id,
        [
            .. milliseconds.Select(time => new StartSample(time * 1e6, (time + 100) * 1e6, 300e6, 3_000_000, 1000, ["Orders"]))
                .Select(change ?? (sample => sample)),
        ]);
}
