using FluentAssertions;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Runs that are compared with an earlier build of the same tests.</summary>
public sealed class AgainstRunTests
{
    [Fact]
    public async Task What_grew_since_fails_without_any_file_and_what_is_new_gone_or_better_is_said()
    {
        using var now = FolderCopy.Of(TestProject.Sample.Folder);
        await using var child = ChildTestRun.StartExecutable(
            "Changed",
            thresholds: null,
            new Dictionary<string, string>
            {
                ["HTTPPERF_AGAINST"] = TestProject.SampleBefore,
                ["HTTPPERF_AGAINST_NAME"] = "main (a1b2c3d)",
                ["HTTPPERF_THRESHOLDS"] = "",
                ["HTTPPERF_AGAINST_RESULTS"] = now.Folder,
                ["HTTPPERF_BUDGET_SECONDS"] = "4",
                ["HTTPPERF_EPOCHS"] = "4",
                ["HTTPPERF_PROCESSES"] = "3",
            },
            new TestProject("SampleTests", now.Folder),
            launcher: ChildTestRun.LowPriority);
        var run = await child.Finish();

        run.ExitCode.Should().Be(1, run.Output);
        run["Changed.Grown"].Message.Should()
            .Contain("Changed.Grown allocates 24 B/op more than at main (a1b2c3d); the default allows 0 B/op.")
            .And.Contain("now        13,152 B/op   before 13,128 B/op")
            .And.Contain(""" "Changed.Grown": { "against": { "allocatedBytes": 24 } }""");
        run["Changed.Slowed"].Message.Should()
            .MatchRegex(@"Changed\.Slowed takes [234]\.\d\d× its time at main \(a1b2c3d\); the default allows 1\.05×\.");
        var results = ResultsFile.Read(Directory.GetFiles(now.Folder, "*-SampleTests.json").Single());
        results.Cases.Should().Contain(c => c.Verdict == CaseVerdict.Failed && c.Metrics.ContainsKey("against.allocatedBytes"))
            .And.OnlyContain(c => c.EarlierFault == null);
        run["Changed.Improved"].Outcome.Should().Be("Passed");
        run["Changed.Added"].Outcome.Should().Be("Passed");
        run["Changed.Improved"].Output.Should()
            .Contain("Compared with the same cases at main (a1b2c3d).")
            .And.Contain("New, so not compared: Changed.Added.")
            .And.Contain("Gone since: Changed.Removed.")
            .And.Contain("Better than at main (a1b2c3d): Changed.Improved allocates 1,000 B/op less.")
            .And.MatchRegex(@"\| Improved .*\| +1,024 B \(-1,000 B\) \|");
    }
}

/// <summary>Counts of both builds, and round trips.</summary>
public sealed class AgainstCountedTests
{
    [Fact]
    public async Task Each_builds_case_counts_on_a_meter_of_its_own_in_the_same_time()
    {
        var run = await TestRun.OfExecutableBeside(
            "Counted",
            """
            { "benchmarks": {
                "Counted.Turns": { "counters": { "counted.turns": 1 }, "against": { "timeRatio": 1.5 } },
                "Counted.Walks": { "counters": { "counted.steps": 3 }, "against": { "timeRatio": 1.5, "allocatedBytes": 100 } },
                "Trips.*": { "against": {
                  "timeRatio": 99, "allocatedBytes": 1e6, "serverAllocatedBytes": 1e6, "counters": { "server.output.lines": 99 }
                } },
                "Asking.*": { "against": {
                  "timeRatio": 99, "allocatedBytes": 1e6, "serverAllocatedBytes": 1e6,
                  "counters": { "server.output.lines": 99, "server.http.client.requests": 99 }
                } }
            } }
            """,
            environment: new Dictionary<string, string>
            {
                ["HTTPPERF_AGAINST"] = TestProject.SampleBefore,
                ["HTTPPERF_AGAINST_NAME"] = "main",
                ["HTTPPERF_BUDGET_SECONDS"] = "2",
                ["HTTPPERF_EPOCHS"] = "4",
                ["HTTPPERF_PROCESSES"] = "3",
            });

        run["Counted.Walks"].Message.Should()
            .Contain("Counted.Walks counts 1.00 more counted.steps per operation than at main; the default allows 0.00.")
            .And.Contain("now        3.00   before 2.00")
            .And.NotContain("its time");
        run["Counted.Turns"].Outcome.Should().Be("Passed", "what the earlier build doesn't publish is not 0 there");
        run["Counted.Turns"].Output.Should().Contain(
            "Not compared: counted.turns of Counted.Turns, because only today's build publishes it.");
        run["Counted.Walks"].Output.Should().Contain(
            "No longer needed: thresholds.json:3 allows Counted.Walks \"against.allocatedBytes\" up to 100 B/op. "
            + "To remove it: dotnet httpperf accept --better \"Counted.Walks\"");
        run["Trips.ListAndItems"].Message.Should()
            // Whether it is exact depends on how busy the machine is.
            .MatchRegex(@"Trips\.ListAndItems waits for [345][.\d]* round trips more than at main; the default allows 0 round trips\.")
            .And.MatchRegex(@"now        [567][.\d]* round trips   before [12][.\d]* round trips?")
            .And.Contain("now        GET /, then 5 × GET /weatherforecast/* one after another")
            .And.Contain("before     GET /, then 5 × GET /weatherforecast/* at once")
            .And.Contain(""" "Trips.ListAndItems": { "against": { "roundTrips": """);
        run["Trips.Unchanged"].Outcome.Should().Be("Passed", run["Trips.Unchanged"].Message);
        run["Trips.Unchanged"].Output.Should().Contain("Round trips counted in a fresh process");
        run["Asking.Rates"].Message.Should()
            .MatchRegex(
                @"Asking\.Rates makes its server wait for [345][.\d]* round trips more than at main; the default allows 0 round trips\.")
            .And.MatchRegex(@"now        [456][.\d]* round trips   before [01][.\d]* round trips?")
            .And.Contain("now        5 × GET /weatherforecast/* (Rates:BaseAddress) one after another")
            .And.Contain("before     GET /weatherforecast/* (Rates:BaseAddress)")
            .And.MatchRegex(""" "Asking\.Rates": \{ "against": \{ .*"server\.roundTrips": """);
    }
}

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
