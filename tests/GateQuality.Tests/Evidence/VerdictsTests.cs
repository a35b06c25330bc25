using FluentAssertions;
using HttpPerf.GateQuality.Evidence;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.GateQuality.Tests.Evidence;

public class VerdictsTests
{
    private static readonly Api Orders = Api.All[0];
    private static readonly Line Common = Recorded.Line("run") with { Case = "", Metric = "", Value = null, Limit = null, Status = "" };

    [Fact]
    public void Every_limit_of_every_case_is_a_line()
    {
        var lines = Of(PlanOf(Seed.Original), exit: 1, Case("Orders.One", CaseVerdict.Failed, LimitStatus.Above), Case("Orders.List"));

        lines.Select(line => (line.Case, line.Metric, line.Status, line.Value, line.Limit, line.Of, line.Changed)).Should().Equal(
            ("Orders.One", "against.timeRatio", "above", 1.1, 1.05, 2, false),
            ("Orders.List", "against.timeRatio", "within", 1.1, 1.05, 2, false));
        lines[0].IsFailure.Should().BeTrue();
        lines[1].IsFailure.Should().BeFalse();
    }

    [Fact]
    public void A_run_whose_exit_code_no_case_explains_has_crashed()
    {
        Of(PlanOf(Seed.Original), exit: 134, Case("Orders.One")).Single().Status.Should().Be("crashed");
        Verdicts.Of(PlanOf(Seed.Original), null, 0, 0, Common).Single().Status.Should().Be("crashed");
        Of(PlanOf(Seed.Original), exit: 0).Single().Status.Should().Be("crashed");
    }

    [Fact]
    public void A_case_that_could_not_be_measured_is_invalid() =>
        Of(PlanOf(Seed.Original), exit: 1, Case("Orders.One", CaseVerdict.Invalid)).Single().Status.Should().Be("invalid");

    [Fact]
    public void A_change_must_show_in_its_figure_of_its_case()
    {
        var slower = Seed.Of(Orders).Single(seed => seed.Name == "slower-5");

        var lines = Verdicts.Of(
            PlanOf(slower),
            Document(Case(Orders.ChangedCase, limits: ["against.timeRatio", "against.allocatedBytes"]), Case("Orders.One")),
            0,
            10,
            Common);

        lines.Select(line => (line.Changed, line.True)).Should().Equal((true, 210 / 200.0), (false, null), (false, null));
    }

    [Theory]
    [InlineData("24-bytes", true, false)]
    [InlineData("result", false, true)]
    [InlineData("body", true, true)]
    public void A_change_is_one_of_the_cases_whose_requests_it_changes(string seed, bool changesOne, bool changesOther)
    {
        var stock = Api.All.Single(api => api.Name == "Stock");
        var plan = new Plan(Plan.Power, stock, "", []) { Now = Seed.Of(stock).Single(known => known.Name == seed) };

        var lines = Of(
            plan,
            exit: 0,
            Case(stock.ChangedCase, limits: ["against.serverAllocatedBytes"]),
            Case(stock.OtherCase, limits: ["against.serverAllocatedBytes"]));

        lines.Select(line => line.Changed).Should().Equal(changesOne, changesOther);
    }

    [Fact]
    public void Only_times_tell_by_how_much_processes_differ() =>
        Of(
            PlanOf(Seed.Original) with { Campaign = Plan.Processes },
            exit: 0,
            Case("Orders.One", limits: ["against.timeRatio", "against.allocatedBytes"])).Single().Metric.Should().Be("against.timeRatio");

    [Fact]
    public void Rounds_of_both_builds_tell_how_sure_a_process_is()
    {
        var random = new Random(1);
        double[][] before =
            [.. Enumerable.Range(0, 8).Select(_ => Enumerable.Range(0, 64).Select(_ => 100 + random.NextDouble()).ToArray())];
        double[][] now = [.. before.Select(epoch => epoch.Select(time => time * (1 + 0.01 * (random.NextDouble() - 0.5))).ToArray())];
        var measured = Case("Orders.One") with { Samples = new(now, []) { BeforeNanoseconds = before } };

        var lines = Of(PlanOf(Seed.Original), exit: 0, measured);

        lines[0].Error.Should().BeInRange(0.0001, 0.0004);
        lines[1].Campaign.Should().Be("C1");
        lines[1].Places.Should().HaveCount(8).And.OnlyContain(place => place > 0 && place < 1);
    }

    private static IReadOnlyList<Line> Of(Plan plan, int exit, params CaseResults[] cases) =>
        Verdicts.Of(plan, Document(cases), exit, 0, Common);

    private static Plan PlanOf(Seed seed) => new("C5", Orders, "", []) { Now = seed };

    private static ResultsDocument Document(params CaseResults[] cases) => new(
        1, "0.1.0", new("Tests", "Tests.dll", Guid.Empty), default, new("", "", "", null, 2, "", ""), new Dictionary<string, double>(),
        [new GroupResults("Orders", 1, null, [], [], cases)]);

    private static CaseResults Case(
        string name, CaseVerdict verdict = CaseVerdict.Passed, LimitStatus place = LimitStatus.Within, params string[] limits)
    {
        string[] metrics = limits.Length == 0 ? ["against.timeRatio"] : limits;
        var figures = metrics.ToDictionary(metric => metric, _ => new Figure(1.1, 1.08, 1.12));
        figures["medianTime"] = new(210_000, null, null);
        return new(
            name, "Orders", name, "", false, verdict, null, figures,
            [.. metrics.Select(metric => new LimitResults(metric, metric.Split('.'), null, 1.05, null, 0, place, null, new(null, null)))]);
    }
}
