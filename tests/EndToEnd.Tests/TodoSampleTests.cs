using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>The sample whose tests are the requests of a .http file, and an ordinary test. Each of its runs takes a while.</summary>
public sealed class TodoRequestsTests
{
    [Fact]
    public async Task Every_request_of_the_file_and_an_ordinary_test_need_no_limits()
    {
        await using var child = ChildTestRun.StartSample(
            "DisplayName~.http|DisplayName~Lists_what_is_to_do",
            thresholds: null,
            TodoSample.Least,
            TodoSample.Project,
            ChildTestRun.LowPriority);
        var run = await child.Finish();

        run.ExitCode.Should().Be(0, run.Output);
        string[] names = ["List what is to do", "one todo", "Change a todo", "GET /todos/1000"];
        run.Results!.Cases.Select(c => c.Name).Should().BeEquivalentTo(
            names.Select(name => $"Todo.Api.http: {name}").Append("ListingTests.Lists_what_is_to_do"));
        run["Todo.Api.http: one todo"].Output.Should().Contain("Todo.Api.http: one todo has no limits, so it can't fail.");
        run.Output.Should().Contain("all endpoints of Todo.Api are measured (3)");
        run.Results.Cases.Where(c => c.Name.StartsWith("Todo.Api.http", StringComparison.Ordinal))
            .Should().OnlyContain(c => c.Metrics["serverAllocatedBytes"].Value > 1000);
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
