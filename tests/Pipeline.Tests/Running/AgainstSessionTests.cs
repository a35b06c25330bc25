using FluentAssertions;
using HttpPerf.Counting;
using HttpPerf.Model;
using HttpPerf.Model.Faults;
using HttpPerf.Results;
using HttpPerf.Tests.Comparing;
using Xunit;

namespace HttpPerf.Tests.Running;

/// <summary>Runs that are compared with an earlier build, which is loaded beside today's. Figures are scripted.</summary>
[Collection(nameof(RealMeasurements))]
public sealed class AgainstSessionTests
{
    private static readonly (string Name, string Value)[] Against =
    [
        ("HTTPPERF_AGAINST", TestProject.SampleBefore), ("HTTPPERF_AGAINST_NAME", "main (a1b2c3d)"),
    ];

    [Fact]
    public void What_grew_since_fails_without_any_entry_and_what_is_new_gone_or_better_is_said()
    {
        var folder = Frame.NewFolder();
        var script = new Script
        {
            Time = id => id is { Method: "Slowed", IsBefore: false } ? 30_000 : 10_000,
            Bytes = id => (id.Method, id.IsBefore) switch
            {
                ("Grown", _) => id.IsBefore ? 13_128 : 13_152,
                ("Improved", _) => id.IsBefore ? 2_024 : 1_024,
                _ => 100,
            },
        };
        using var session = new SampleSession(
            """{ "benchmarks": {} }""", script, [.. Against, ("HTTPPERF_AGAINST_RESULTS", folder)]);

        var failures = session.Test("Changed");

        failures.Where(test => test.Value is not null).Select(test => test.Key)
            .Should().BeEquivalentTo("Changed.Grown", "Changed.Slowed");
        failures["Changed.Grown"]!.Message.Should()
            .Contain("Changed.Grown allocates 24 B/op more than at main (a1b2c3d); the default allows 0 B/op.")
            .And.Contain("now        13,152 B/op   before 13,128 B/op")
            .And.Contain(""" "Changed.Grown": { "against": { "allocatedBytes": 24 } }""");
        failures["Changed.Slowed"]!.Message.Should()
            .MatchRegex(@"Changed\.Slowed takes (3\.0|2\.9)\d× its time at main \(a1b2c3d\); the default allows 1\.05×\.");
        var results = ResultsFile.Read(Directory.GetFiles(folder, "*-SampleTests.json").Single());
        results.Cases.Should().Contain(c => c.Verdict == CaseVerdict.Failed && c.Metrics.ContainsKey("against.allocatedBytes"))
            .And.OnlyContain(c => c.EarlierFault == null);
        session.Output.Should()
            .Contain("Compared with the same cases at main (a1b2c3d).")
            .And.Contain("New, so not compared: Changed.Added.")
            .And.Contain("Gone since: Changed.Removed.")
            .And.Contain("Better than at main (a1b2c3d): Changed.Improved allocates 1,000 B/op less.")
            .And.MatchRegex(@"\| Improved .*\| +1,024 B \(-1,000 B\) \|");
        Directory.Delete(folder, recursive: true);
    }

    /// <summary>Both are called for real; each has a meter of this name.</summary>
    [Fact]
    public void Each_builds_case_counts_on_a_meter_of_its_own_in_the_same_time()
    {
        using var session = new SampleSession(
            """
            { "benchmarks": {
                "Counted.Turns": { "counters": { "counted.turns": 1 } },
                "Counted.Walks": { "counters": { "counted.steps": 3 }, "against": { "allocatedBytes": 100 } }
            } }
            """,
            new Script { IsCalled = true },
            Against);

        var failures = session.Test("Counted");

        failures["Counted.Walks"]!.Message.Should()
            .Contain("Counted.Walks counts 1.00 more counted.steps per operation than at main (a1b2c3d); the default allows 0.00.")
            .And.Contain("now        3.00   before 2.00")
            .And.NotContain("its time");
        failures["Counted.Turns"].Should().BeNull("what the earlier build doesn't publish is not 0 there");
        session.Output.Should().Contain("Not compared: counted.turns of Counted.Turns, because only today's build publishes it.");
        session.Output.Should().Contain(
            "No longer needed: thresholds.json:3 allows Counted.Walks \"against.allocatedBytes\" up to 100 B/op. "
            + "To remove it: dotnet httpperf accept --better \"Counted.Walks\"");
    }

    /// <summary>A worker counts them where a server is called. Other tests count real ones.</summary>
    [Fact]
    public void Round_trips_of_both_builds_are_compared()
    {
        string[] items = [.. Enumerable.Range(1, 5).Select(i => $"GET /weatherforecast/{i}")];
        var script = new Script
        {
            IsCalled = true,
            RoundTrips = (id, _) => (id.Method, id.IsBefore) switch
            {
                ("ListAndItems", false) => (6, ["GET /", .. items]),
                ("ListAndItems", true) => (2, ["GET /", items[0]]),
                _ => (1, ["GET /"]),
            },
        };
        using var session = new SampleSession("""{ "benchmarks": {} }""", script, Against);

        var failures = session.Test("Trips");

        failures["Trips.ListAndItems"]!.Message.Should()
            .StartWith("Trips.ListAndItems waits for 4 round trips more than at main (a1b2c3d); the default allows 0 round trips.")
            .And.Contain("now        6 round trips   before 2 round trips")
            .And.Contain("now        GET /, then 5 × GET /weatherforecast/* one after another")
            .And.Contain(""" "Trips.ListAndItems": { "against": { "roundTrips": 4 } }""");
        failures["Trips.Unchanged"].Should().BeNull();
        session.Output.Should().Contain("Round trips counted in a fresh process");
        script.Requests.Should().ContainSingle(request => request.Plan.Kinds == SampleKinds.RoundTrips)
            .Which.Against.Should().Be(TestProject.SampleBefore);
    }

    /// <summary>The server names the address that it asks, which is one that can be delayed.</summary>
    [Fact]
    public void Round_trips_of_the_servers_of_both_builds_are_compared()
    {
        string[] asked = [.. Enumerable.Range(1, 5).Select(i => $"GET /weatherforecast/{i} (Rates:BaseAddress)")];
        var script = new Script
        {
            IsCalled = true,
            RoundTrips = (id, isOfServer) => !isOfServer ? (1, ["GET /rates"]) : id.IsBefore ? (1, asked[..1]) : (5, asked),
        };
        using var session = new SampleSession(
            """
            { "benchmarks": { "*": { "against": {
                "counters": { "server.output.lines": 99, "server.http.client.requests": 99 }
            } } } }
            """,
            script,
            Against);

        session.Test("Asking")["Asking.Rates"]!.Message.Should()
            .StartWith("Asking.Rates makes its server wait for 4 round trips more than at main (a1b2c3d); the default allows 0 ")
            .And.Contain("now        5 round trips   before 1 round trip")
            .And.Contain("now        5 × GET /weatherforecast/* (Rates:BaseAddress) one after another")
            .And.Contain("before     GET /weatherforecast/* (Rates:BaseAddress)")
            .And.MatchRegex(""" "Asking\.Rates": \{ "against": \{ .*"server\.roundTrips": """);
    }

    /// <summary>It is real processes that tell where the bytes are allocated.</summary>
    [Fact]
    public void Builds_of_which_a_process_can_have_only_one_are_measured_in_processes_of_their_own()
    {
        var script = new Script
        {
            Bytes = id => id.IsBefore ? 10_024 : 20_024,
            Counts = new(8, new CounterReadings([new("http.client.requests", CountedPass.NothingElse, 0)], CountedPass.NothingElse)),
            Failure = (id, beside) => id.IsBefore && beside.Any(other => !other.IsBefore)
                ? new(id, new Fault.Threw(CasePart.Call, "System.IO.IOException: The process cannot access the file."))
                : null,
        };
        using var session = new SampleSession(
            """
            {
              "benchmarks": { "Exclusive.Fills": { "medianTime": 1e9, "counters": { "http.client.requests": 0 } } },
              "settings": { "epochs": 4, "processes": 3 }
            }
            """,
            script,
            [.. Against, ("HTTPPERF_EXPLAIN", "")]);

        var message = session.Test("Exclusive")["Exclusive.Fills"]!.Message;

        message.Should().NotContain("http.client.requests", "that is as it may be");
        message.Should()
            .Contain("Exclusive.Fills allocates 10,000 B/op more than at main (a1b2c3d); the default allows 0 B/op.")
            .And.MatchRegex(@"\+(10,0|9,9)\d\d B   byte\[\], as many as before   at Exclusive\.Fills \(Exclusive\.cs:\d+\)");

        session.Output.Should().Contain(
            "One process can't have both builds of Fills, so each was measured in 3 processes of its own, in turn. "
            + "Ratios to the earlier build are less certain.");
        session.Results.Cases.Single().Metrics.Should().ContainKey("retainedBytes");
        var pairs = script.Requests.Where(request => request.Plan.Kinds.HasFlag(SampleKinds.Times)).ToList();
        pairs.Should().HaveCount(6).And.OnlyContain(request => request.OnlyBefore == (request.Against != null));
        pairs.Select(request => request.OnlyBefore).Should().Equal(
            [false, true, true, false, false, true], "either begins half of the time");
        pairs.Select(request => request.Plan.Kinds.HasFlag(SampleKinds.Retained)).Should().Equal(true, true, false, false, false, false);
    }

    /// <summary>In a process without its baseline, a result can't differ from it.</summary>
    [Fact]
    public void A_result_that_differs_since_is_not_cleared_by_processes_of_its_own()
    {
        var script = new Script
        {
            Failure = (id, beside) => id is { IsBefore: false, Method: "Changed" or "Added" } && beside.Any(other => other.IsBaseline)
                ? new(id, new Fault.UnequalResult("Differing.Usual", "another text than usual"))
                : null,
        };
        using var session = new SampleSession("""{ "benchmarks": {} }""", script, Against);

        var failures = session.Test("Differing");

        failures["Differing.Usual"].Should().BeNull();
        failures["Differing.Changed"]!.Message.Should().Contain("result differs");
        failures["Differing.Added"]!.Message.Should().Contain("result differs");
        script.Requests.Should().Contain(request => request.Cases.Contains("Differing.Changed"), "it is tried");
    }

    [Fact]
    public void A_case_that_fails_in_the_middle_of_measuring_since_is_not_cleared_by_processes_of_its_own()
    {
        var script = new Script
        {
            Failure = (id, beside) => id is { IsBefore: false, Method: "Answers" } && beside.Any(other => other.IsBefore)
                ? new(id, new Fault.Threw(CasePart.Call, "System.InvalidOperationException: It is busy.")) { InMidRun = true }
                : null,
        };
        using var session = new SampleSession("""{ "benchmarks": {} }""", script, Against);

        var failures = session.Test("Unreliable");

        failures["Unreliable.Usual"].Should().BeNull();
        failures["Unreliable.Answers"]!.Message.Should().Contain("It is busy.");
        script.Requests.Should().NotContain(
            request => request.Cases.Contains("Unreliable.Answers"), "with fewer calls it may happen to pass");
    }
}
