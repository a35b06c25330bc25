using System.Reflection;
using FluentAssertions;
using HttpPerf.Measuring;
using Xunit;

namespace HttpPerf.Tests.Measuring;

/// <summary>Every share of a budget of 10 s, in seconds: with one build, with two, and of the shortest budget.</summary>
public sealed class TimeBudgetTests
{
    private static readonly Dictionary<string, (Func<TimeBudget, TimeSpan> Share, double One, double Two, double Shortest)> Shares = new()
    {
        [nameof(TimeBudget.PerBuild)] = (b => b.PerBuild, 10, 10, 1),
        [nameof(TimeBudget.Rounds)] = (b => b.Rounds, 10, 20, 1),
        [nameof(TimeBudget.FirstLook)] = (b => b.FirstLook, 0.1, 0.6, 0.1),
        [nameof(TimeBudget.AACheck)] = (b => b.AACheck, 1, 2, 0.1),
        [$"{nameof(TimeBudget.Windows)}, times judged"] = (b => b.Windows(judgesTimes: true), 2.5, 5, 0.25),
        [$"{nameof(TimeBudget.Windows)}, else"] = (b => b.Windows(judgesTimes: false), 10, 20, 1),
        [nameof(TimeBudget.RoundTrips)] = (b => b.RoundTrips, 15, 15, 15),
        [nameof(TimeBudget.Retention)] = (b => b.Retention, 4, 8, 0.4),
        [nameof(TimeBudget.Call)] = (b => b.Call, 10, 20, 1),
        [nameof(TimeBudget.Group)] = (b => b.Group, 20, 40, 2),
        [nameof(TimeBudget.Shortest)] = (b => b.Shortest(b.Builds), 20, 40, 5),
        [$"{nameof(TimeBudget.Shortest)}, of both builds"] = (b => b.Shortest(builds: 2), 20, 40, 10),
        [nameof(TimeBudget.GroupWithSecondProcess)] = (b => b.GroupWithSecondProcess, 25, 50, 2.5),
        [$"{nameof(TimeBudget.TestProcess)}, alone"] = (b => b.TestProcess(confirming: 0), 20, 25, 2),
        [$"{nameof(TimeBudget.TestProcess)}, confirmed"] = (b => b.TestProcess(confirming: 2), 6, 25, -12),
        [nameof(TimeBudget.Process)] = (b => b.Process, 10, 20, 1),
        [nameof(TimeBudget.ProcessForBytes)] = (b => b.ProcessForBytes, 40, 80, 4),
        [nameof(TimeBudget.ProcessTimeout)] = (b => b.ProcessTimeout, 80, 100, 62),
        [nameof(TimeBudget.RoundTripsTimeout)] = (b => b.RoundTripsTimeout(cases: 2), 140, 160, 122),
        [nameof(TimeBudget.Starts)] = (b => b.Starts, 15, 30, 1.5),
        [nameof(TimeBudget.StartsBeside)] = (b => TimeBudget.StartsBeside(b.Group), 4, 8, 0.4),
        [nameof(TimeBudget.Explanation)] = (b => b.Explanation, 20, 20, 15),
        [nameof(TimeBudget.ExpectedOf)] = (_ => TimeBudget.ExpectedOf(2), 14, 14, 14),
        [$"{nameof(TimeBudget.MinimumOf)}, short rounds"] = (_ => TimeBudget.MinimumOf(2, TimeSpan.Zero), 8, 8, 8),
        [$"{nameof(TimeBudget.MinimumOf)}, rounds of 1 s"] = (_ => TimeBudget.MinimumOf(2, Seconds(1)), 68, 68, 68),
        [$"{nameof(TimeBudget.EpochOfProcess)}, long"] = (b => TimeBudget.EpochOfProcess(b.Rounds, 4, Seconds(0.1)), 0.3125, 0.625, 0.1),
        [$"{nameof(TimeBudget.ConfirmingEpoch)}, little wanted"] = (b => b.ConfirmingEpoch(0.1), 0.5, 1, 0.5),
        [$"{nameof(TimeBudget.ConfirmingEpoch)}, more wanted"] = (b => b.ConfirmingEpoch(1), 1, 2, 1),
        [$"{nameof(TimeBudget.ConfirmingEpoch)}, infinite"] = (b => b.ConfirmingEpoch(double.PositiveInfinity), 1.5, 3, 1.5),
    };

    public static TheoryData<string> Names => [.. Shares.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void Every_share_of_time_is_fixed(string name)
    {
        var (share, one, two, shortest) = Shares[name];

        share(new(Seconds(10))).Should().Be(Seconds(one));
        share(new(Seconds(10), Builds: 2)).Should().Be(Seconds(two));
        share(new(Seconds(1))).Should().Be(Seconds(shortest));
    }

    [Fact]
    public void No_share_is_left_out() =>
        typeof(TimeBudget).GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly)
            .Where(member => member.ReturnType == typeof(TimeSpan))
            .Select(member => member.Name.Replace("get_", "", StringComparison.Ordinal))
            .Should().BeEquivalentTo(Shares.Keys.Select(name => name.Split(',')[0]).Distinct());

    [Fact]
    public void The_default_is_ten_seconds() => TimeBudget.Default.Should().Be(new TimeBudget(Seconds(10)));

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);
}
