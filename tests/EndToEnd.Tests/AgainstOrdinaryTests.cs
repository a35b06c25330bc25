using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Ordinary tests of both builds.</summary>
public sealed class AgainstOrdinaryTests
{
    /// <summary>Each build creates its own class, with its own fixtures, in the test process and in fresh ones.</summary>
    [Fact]
    public async Task Ordinary_tests_run_once_and_are_then_compared()
    {
        var run = await TestRun.OfExecutableBeside(
            "Ordinary",
            """
            {
              "benchmarks": { "OrdinaryTests.*": { "against": { "timeRatio": 9 } } },
              "settings": { "budgetSeconds": 1, "epochs": 4, "processes": 3 }
            }
            """,
            environment: new Dictionary<string, string>
            {
                ["HTTPPERF_AGAINST"] = TestProject.SampleBefore,
                ["HTTPPERF_AGAINST_NAME"] = "main",
            });

        run["OrdinaryTests.Lists_products"].Message.Should().MatchRegex(
            @"OrdinaryTests\.Lists_products allocates [\d,]+ B/op more than at main; the default allows 0 B/op\.");
        run["OrdinaryTests.Is_open"].Outcome.Should().Be("Passed", run.Output);
        run["OrdinaryTests.Is_open"].Output.Should().Contain("Compared with the same cases at main.");
        run["OrdinaryTests.Sells_once"].Outcome.Should().Be("Passed", run.Output);
        run["OrdinaryTests.Sells_once"].Output.Should()
            .Contain("OrdinaryTests.Sells_once can't be repeated, so it isn't judged: it passes as a test, and fails when it is")
            .And.Contain("It is sold already.");
        run["FailingOrdinaryTests.Fails_as_any_test"].Message.Should().StartWith("Assert.Equal() Failure");
        run["FailingOrdinaryTests.Has_a_parameter"].Message.Should().Contain("has a [PerfFact], so it has no parameters.");
        run.Results!.Cases.Select(c => c.Name).Should().BeEquivalentTo(
            "OrdinaryTests.Lists_products", "OrdinaryTests.Is_open", "OrdinaryTests.Sells_once");
    }
}
