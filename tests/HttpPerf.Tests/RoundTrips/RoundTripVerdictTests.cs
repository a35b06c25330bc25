using FluentAssertions;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Model;
using HttpPerf.Model.Faults;
using HttpPerf.Reporting;
using HttpPerf.Tests.Thresholds;
using Xunit;

namespace HttpPerf.Tests.RoundTrips;

/// <summary>Values, verdicts and messages from samples, without a network.</summary>
public sealed class RoundTripVerdictTests
{
    private static readonly CaseId Id = Cases.Alone("Orders.All");

    private static readonly CallStep[] OneByOne =
    [
        new("GET /list", 0, 8), .. Enumerable.Range(1, 5).Select(i => new CallStep($"GET /item/{i}", 8 * i, 8 * (i + 1))),
    ];

    private static readonly CallStep[] AtOnce =
        [new("GET /list", 0, 8), .. Enumerable.Range(1, 5).Select(i => new CallStep($"GET /item/{i}", 8.1 + (i / 10.0), 16.5))];

    [Fact]
    public void A_broken_limit() => Message(Compared(Samples(Id, 6, OneByOne)), Limited(2)).Should().Be(
        """
        Orders.All waits for 6 round trips; thresholds.json:14 allows 2 round trips.

          measured   6 round trips
          call       GET /list, then 5 × GET /item/* one after another
          with 20 ms between client and API, a call takes 121.25 ms
          exact: 12 rounds of calls with a latency of 0, 4.0 and 8.0 ms

          Send independent requests at the same time, or combine them into one. Also look for connections that are not kept,
        """
        + """
         redirects, and requests that are repeated after a 401.

          If the growth is intended, raise "roundTrips" there to 6.
        """);

    [Fact]
    public void More_than_in_an_earlier_build() =>
        Message(Compared(Samples(Id, 6, OneByOne), Samples(Id.Before(), 2, AtOnce)), DefaultAgainst()).Should().Be(
            """
            Orders.All waits for 4 round trips more than at main (a1b2c3d); the default allows 0 round trips.

              now        6 round trips   before 2 round trips
              now        GET /list, then 5 × GET /item/* one after another
              before     GET /list, then 5 × GET /item/* at once
              with 20 ms between client and API, a call takes 121.25 ms
              exact: 12 rounds of calls with a latency of 0, 4.0 and 8.0 ms

              Send independent requests at the same time, or combine them into one. Also look for connections that are not kept,
            """
            + """
             redirects, and requests that are repeated after a 401.

              If the growth is intended, allow it in "benchmarks" of thresholds.json until it is merged:

              "Orders.All": { "against": { "roundTrips": 4 } }
            """);

    [Fact]
    public void A_broken_limit_of_the_server()
    {
        var queries = Enumerable.Range(0, 21)
            .Select(i => new CallStep("SELECT … FROM lines (ConnectionStrings:Orders)", 4 * i, 4 * (i + 1)));

        Message(
            Compared(Samples(Id, 21, [.. queries]) with { IsOfServer = true }),
            [Example.Limit(Metric.ServerRoundTrips, max: 2)]).Should().Be(
            """
            Orders.All makes its server wait for 21 round trips; thresholds.json:14 allows 2 round trips.

              measured   21 round trips
              server     21 × SELECT … FROM lines (ConnectionStrings:Orders) one after another
              with 2 ms from the API to each of them, a call takes 43.25 ms
              exact: 12 rounds of calls with a latency of 0, 4.0 and 8.0 ms

              Look for a query or a request in a loop, and for lazy loading: read all of it with one query (Include or a join), or await
            """
            + """
             independent ones together.

              If the growth is intended, raise "server.roundTrips" there to 21.
            """);
    }

    [Fact]
    public void One_more_of_the_server_than_in_an_earlier_build()
    {
        var (now, before) = (Samples(Id, 2) with { IsOfServer = true }, Samples(Id.Before(), 1) with { IsOfServer = true });
        var limits = AgainstLimits.Complete([], isCompared: true).Where(limit => limit.Metric == Metric.AgainstServerRoundTrips).ToList();

        Message(Compared(now, before), limits).Should()
            .StartWith("Orders.All makes its server wait for 1 round trip more than at main (a1b2c3d); the default allows 0 round trips.")
            .And.Contain(""" "Orders.All": { "against": { "server.roundTrips": 1 } }""");
        Verdict(Compared(now, now with { Id = Id.Before() }), limits).Should().BeOfType<Verdict.Passed>();
    }

    [Fact]
    public void As_many_as_before_or_fewer_pass()
    {
        Verdict(Compared(Samples(Id, 2), Samples(Id.Before(), 2)), DefaultAgainst()).Should().BeOfType<Verdict.Passed>();
        Verdict(Compared(Samples(Id, 1), Samples(Id.Before(), 2)), DefaultAgainst()).Should().BeOfType<Verdict.Passed>();
    }

    [Theory]
    [InlineData(0.1, 0.0)]
    [InlineData(2.1, 2.0)]
    [InlineData(1.85, 2.0)]
    [InlineData(2.4, null)]
    [InlineData(0.47, null)]
    [InlineData(-0.3, null)]
    public void What_is_close_to_an_integer_is_one(double slope, double? expected) => ShouldBe(slope, expected);

    /// <summary>Processors that slept longer wake up later: 3 % is 0.6 of 20. From some depth on, that could be the next one.</summary>
    [Theory]
    [InlineData(12.4, 12.0)]
    [InlineData(20.6, 20.0)]
    [InlineData(19.9, null)]
    [InlineData(26, null)]
    public void Many_may_measure_a_little_more(double slope, double? expected) => ShouldBe(slope, expected);

    [Fact]
    public void Delays_count_as_long_as_they_really_were()
    {
        var late = Samples(Id, 3) with
        {
            Rounds = [.. Enumerable.Range(0, 12).Select(i => new LatencyRound(new(1, 0), new(1 + (3 * (5 + i)), 5 + i), new(61, 20)))],
        };

        RoundTripComparison.Of(late).RoundTrips.Should().Be(Estimate.Exact(3));
    }

    /// <summary>As on a machine that is so busy that three of four calls are disturbed, each otherwise.</summary>
    [Fact]
    public void The_shortest_calls_of_several_rounds_tell_where_most_are_disturbed()
    {
        var random = new Random(1);
        double Disturbed() => random.Next(4) > 0 ? 40 * random.NextDouble() : 0;
        LatencyRound Round() => new(new(1, 0), new(25 + Disturbed(), 4), new(49 + Disturbed(), 8));

        RoundTripComparison.Of(Samples(Id, 6) with { Rounds = [.. Enumerable.Range(0, 192).Select(_ => Round())] }).RoundTrips
            .Should().Be(Estimate.Exact(6));
    }

    [Fact]
    public void Too_few_rounds_are_not_exact()
    {
        var few = Samples(Id, 2);

        RoundTripComparison.Of(few with { Rounds = [.. few.Rounds.Take(11)] }).IsExact.Should().BeFalse();
    }

    [Fact]
    public void Round_trips_that_are_no_integer_have_grown_only_by_more_than_half_of_one()
    {
        Verdict(Compared(Samples(Id, 0.75), Samples(Id.Before(), 0.4)), DefaultAgainst()).Should().BeOfType<Verdict.Passed>();
        Verdict(Compared(Samples(Id, 1.4), Samples(Id.Before(), 0.4)), DefaultAgainst()).Should().BeOfType<Verdict.Failed>();
    }

    [Fact]
    public void A_limit_that_can_not_be_measured_here_is_not_applied_and_one_that_could_not_be_is_no_pass()
    {
        var objected = Compared(Samples(Id, 0) with { Rounds = [], Obstacle = new RoundTripObstacle.NothingSent() });
        var failed = Compared(Samples(Id, 0) with { Rounds = [], Failure = "It ended." });
        Limit[] limits = [.. Limited(2), Example.Limit(Metric.MedianTime, max: 1e9)];

        Verdict(objected, limits).Should().BeOfType<Verdict.Passed>();
        Judging.Judge.NotApplicable(objected, limits[0]).Should()
            .Be("nothing is sent to an address that a host of HttpPerf hands out");
        Verdict(failed, limits).Should().BeOfType<Verdict.Invalid>().Which.Cause.Should().Contain("It ended.");
    }

    [Fact]
    public void Only_cases_with_a_limit_or_an_earlier_build_are_measured()
    {
        var (alone, compared) = (Compared(null), Compared(Samples(Id, 1), Samples(Id.Before(), 1)));

        Find(alone, [Example.Limit(Metric.MedianTime, max: 1)]).Should().BeEmpty();
        Find(alone, Limited(1)).Should().Equal(Id);
        Find(alone, DefaultAgainst()).Should().BeEmpty("there is no earlier build of the case");
        Find(compared, DefaultAgainst()).Should().Equal(Id);
        Judging.Judge.FindLimitedRoundTrips(
            Metric.RoundTrips, InGroup(compared), [new(Id, DefaultAgainst())], withDefaults: _ => false).Should().BeEmpty();

        static IReadOnlyList<CaseId> Find(CaseComparison comparison, IReadOnlyList<Limit> limits) =>
            Judging.Judge.FindLimitedRoundTrips(Metric.RoundTrips, InGroup(comparison), [new(Id, limits)], withDefaults: _ => true);
    }

    [Theory]
    [InlineData("", "")]
    [InlineData("0-8 connect, 8-16 GET /orders/17", "connect, then GET /orders/*")]
    [InlineData("0-8 GET /a, 0.1-8 GET /a, 0.2-9 GET /b", "2 × GET /a and GET /b at once")]
    [InlineData("0-8 GET /a, 8-16 , 16-24 GET /a", "GET /a, then an exchange, then GET /a")]
    [InlineData(
        "0-8 GET /0b8f3f0e-6d0f-4a66-8d5e-111111111111/lines, 8-16 GET /7/lines", "2 × GET /*/lines one after another")]
    public void Steps_in_words(string steps, string text) => RoundTripText.Describe(
    [
        .. from step in steps.Split(", ", StringSplitOptions.RemoveEmptyEntries)
           let parts = step.Split(' ', 2)
           let times = parts[0].Split('-')
           select new CallStep(parts[1], double.Parse(times[0], null), double.Parse(times[1], null)),
    ]).Should().Be(text);

    private static void ShouldBe(double slope, double? expected)
    {
        var measured = RoundTripComparison.Of(Samples(Id, slope));

        measured.IsExact.Should().Be(expected is not null);
        measured.RoundTrips.Value.Should().BeApproximately(expected ?? Math.Max(0, slope), 1e-9);
    }

    private static RoundTripSamples Samples(CaseId id, double slope, IReadOnlyList<CallStep>? steps = null) =>
        new(id, [.. Enumerable.Repeat(new LatencyRound(new(1, 0), new(1 + (4.1 * slope), 4.1), new(1 + (8.1 * slope), 8.1)), 12)])
        {
            Latency = 4,
            Steps = steps ?? [],
            LatencyOfSteps = 8,
        };

    private static CaseComparison Compared(RoundTripSamples? now, RoundTripSamples? before = null)
    {
        var comparison = Example.Measured(Id, (Metric.MedianTime, new(1_250_000, 1_240_000, 1_260_000))) with
        {
            Before = before is null ? null : Example.Measured(Id.Before()),
        };
        return now is null ? comparison : comparison.WithRoundTrips(now, before);
    }

    private static Limit[] Limited(double max) => [Example.Limit(Metric.RoundTrips, max: max)];

    private static Limit[] DefaultAgainst() =>
        [.. AgainstLimits.Complete([], isCompared: true).Where(limit => limit.Metric == Metric.AgainstRoundTrips)];

    private static GroupComparison InGroup(CaseComparison comparison) =>
        Example.InGroup(comparison) with { Earlier = "at main (a1b2c3d)" };

    private static JudgedCase Judged(CaseComparison comparison, IReadOnlyList<Limit> limits) =>
        Judging.Judge.JudgeGroup(InGroup(comparison), [new(Id, limits)]).Cases.Single();

    private static Verdict Verdict(CaseComparison comparison, IReadOnlyList<Limit> limits) => Judged(comparison, limits).Verdict;

    private static string? Message(CaseComparison comparison, IReadOnlyList<Limit> limits) =>
        VerdictMessage.Write(Judged(comparison, limits), InGroup(comparison));
}
