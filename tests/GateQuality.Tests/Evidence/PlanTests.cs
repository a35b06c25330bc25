using FluentAssertions;
using HttpPerf.GateQuality.Evidence;
using Xunit;

namespace HttpPerf.GateQuality.Tests.Evidence;

public class PlanTests
{
    public static TheoryData<string, string> Seeds =>
        [.. Api.All.SelectMany(api => Seed.Of(api).Append(Seed.Rebuilt).Select(seed => (api.Name, seed.Name)))];

    /// <summary>Whether they also compile shows in the campaign itself, because that takes a minute.</summary>
    [Theory]
    [MemberData(nameof(Seeds))]
    public void Every_seed_fits_the_sources_of_its_API(string apiName, string seedName)
    {
        var api = Api.All.Single(api => api.Name == apiName);
        var seed = Seed.Of(api).Append(Seed.Rebuilt).Single(seed => seed.Name == seedName);

        seed.Patches.Should().NotBeEmpty();
        foreach (var patch in seed.Patches)
        {
            var file = Path.Combine(EvidenceCommand.FindRepository(), api.Folder, patch.File);
            patch.Apply(File.ReadAllText(file)).Should().NotBe(File.ReadAllText(file));
        }
    }

    [Fact]
    public void Every_seed_changes_cases_that_its_tests_have() =>
        Api.All.Should().OnlyContain(api => Seed.Of(api).All(seed => seed.Cases == null || seed.Cases.All(api.Cases.Contains)));

    [Theory]
    [InlineData("nothing", 0)]
    [InlineData("twice twice", 2)]
    public void A_seed_that_fits_nowhere_says_so(string source, int times)
    {
        var apply = () => new Patch("Program.cs", "twice", "once").Apply(source);

        apply.Should().Throw<InvalidOperationException>()
            .WithMessage($"A seed replaces this text in Program.cs, which has it {times} times. Adapt the seed:\ntwice");
    }

    [Fact]
    public void Limits_at_the_truth_are_the_means_of_many_processes()
    {
        Line[] lines = [.. Measured(0.98), .. Measured(1.02)];

        var plan = Plan.Of("C4", [Api.All[0]], lines).Single();

        plan.Entries.ToJsonString().Should().Be(
            """{"ReadingOrders.*":{"timeRatio":10},"ReadingOrders.AsBytes":{"timeRatio":0.9998}}""");
        var tooFew = () => Plan.Of("C4", [Api.All[0]], [.. lines.Take(9)]);
        tooFew.Should().Throw<FormatException>().WithMessage("*10 processes*--evidence C2 --apis Orders");

        static IEnumerable<Line> Measured(double ratio) =>
            (Recorded.Line($"{ratio}", "C2", Plan.DifferentMethods) with { Case = "ReadingOrders.AsBytes", Value = ratio }).Times(5);
    }

    [Fact]
    public void Two_servers_are_two_builds_of_the_same_code() =>
        Plan.Of("C3", Api.All, []).Select(plan => (plan.Truth, plan.Now.Name, plan.IsCompared)).Distinct().Should().Equal(
            (Plan.SameCode, "original", true), (Plan.TwoServers, "rebuilt", true));

    [Theory]
    [InlineData("--evidence C7", "'C7' is no campaign; there are C1, C2, C3, C4, C5, twins, and report.")]
    [InlineData("--evidence", "--evidence needs a value.")]
    [InlineData("--evidence C3 --minutes x", "--minutes needs a whole number of 0 or more, not 'x'.")]
    [InlineData("--evidence C3 --apis Order", "'Order' is no API; there are Orders, Stock.")]
    [InlineData("--evidence C3 --hog 2", "--hog is no option of --evidence.")]
    public void What_can_t_be_understood_is_said(string line, string message)
    {
        var parse = () => EvidenceOptions.Parse(line.Split(' ').Skip(1));

        parse.Should().Throw<FormatException>().WithMessage(message);
    }
}
