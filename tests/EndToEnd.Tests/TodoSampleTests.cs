using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>The sample whose tests are the requests of a .http file, and an ordinary test. Each of its runs takes a while.</summary>
public sealed class TodoRequestsTests
{
    [Fact]
    public async Task Every_request_of_the_file_is_a_test_that_needs_no_limits()
    {
        await using var child = ChildTestRun.StartSample(
            "DisplayName~.http", thresholds: null, TodoSample.Least, TodoSample.Project, ChildTestRun.LowPriority);
        var run = await child.Finish();

        run.ExitCode.Should().Be(0, run.Output);
        string[] names = ["List what is to do", "one todo", "Change a todo", "GET /todos/1000"];
        run.Results!.Cases.Select(c => c.Name).Should().BeEquivalentTo(names.Select(name => $"Todo.Api.http: {name}"));
        run["Todo.Api.http: one todo"].Output.Should().Contain("Todo.Api.http: one todo has no limits, so it can't fail.");
        run.Output.Should().Contain("all endpoints of Todo.Api are measured (3)");
        run.Results.Cases.Should().OnlyContain(c => c.Metrics["serverAllocatedBytes"].Value > 1000);
    }
}

/// <summary>Its endpoints.</summary>
public sealed class TodoEndpointsTests
{
    [Fact]
    public async Task Every_endpoint_that_needs_no_data_or_has_an_example_is_a_test()
    {
        using var before = FolderCopy.Of(TodoSample.Project.Folder);
        await using var child = ChildTestRun.StartSample(
            "Category=Todo.Api&DisplayName~endpoints",
            // Equal builds: their figures are as they may be.
            """
            {
              "benchmarks": { "*": { "against": { "timeRatio": 99, "allocatedBytes": 1e6, "serverAllocatedBytes": 1e6 } } },
              "settings": { "budgetSeconds": 3, "epochs": 4, "processes": 1 }
            }
            """,
            new Dictionary<string, string> { ["HTTPPERF_AGAINST"] = before.Folder },
            TodoSample.Project,
            ChildTestRun.LowPriority);
        var run = await child.Finish();

        run.ExitCode.Should().Be(0, run.Output);
        run.Results!.Cases.Select(c => c.Name)
            .Should().BeEquivalentTo("Todo.Api endpoints: GET /todos", "Todo.Api endpoints: GET /todos/7");
        run.Output.Should().Contain("2 of 3 endpoints of Todo.Api are measured; not: PUT /todos/{id:int}");
        run.HostsOf("Todo.Api endpoints: GET /todos").Should()
            .ContainSingle("equal builds share the server that starts after the endpoints were found");
        run["Todo.Api endpoints: GET /todos"].Output.Should().Contain($"Compared with the same cases in {before.Folder}.");
    }
}

/// <summary>Its ordinary test, since that got worse. A request that did is one of <see cref="InitTests"/>.</summary>
public sealed class TodoGrowthTests
{
    [Fact]
    public async Task A_test_that_got_worse_since_an_earlier_build_fails()
    {
        using var before = FolderCopy.Of(TodoSample.Project.Folder);
        File.WriteAllText(Path.Combine(before.Folder, "appsettings.json"), """{ "PageSize": 5 }""");
        await using var child = ChildTestRun.StartSample(
            "DisplayName~Lists_what_is_to_do",
            """
            {
              "benchmarks": { "*": { "against": { "timeRatio": 9 } } },
              "settings": { "budgetSeconds": 3, "epochs": 4, "processes": 1 }
            }
            """,
            new Dictionary<string, string> { ["HTTPPERF_AGAINST"] = before.Folder, ["HTTPPERF_AGAINST_NAME"] = "main" },
            TodoSample.Project,
            ChildTestRun.LowPriority);
        var run = await child.Finish();

        run.ExitCode.Should().Be(2, run.Output);
        run["ListingTests.Lists_what_is_to_do"].Message.Should().MatchRegex(
            @"ListingTests\.Lists_what_is_to_do allocates [\d,]+ B/op more than at main; the default allows 0 B/op\.");
    }
}

file static class TodoSample
{
    public static readonly TestProject Project = new("Todo.PerfTests", TestProject.OutputOf("samples/Todo/PerfTests"));

    public static readonly Dictionary<string, string> Least = new()
    {
        ["HTTPPERF_THRESHOLDS"] = "",
        ["HTTPPERF_BUDGET_SECONDS"] = "3",
        ["HTTPPERF_EPOCHS"] = "4",
        ["HTTPPERF_PROCESSES"] = "1",
    };
}
