using FluentAssertions;
using HttpPerf.Results;
using HttpPerf.Tests.Results;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

/// <summary>Comparisons without a result: the tool in a process of its own, with tests that are scripted.</summary>
public sealed class AgainstTests
{
    [Fact]
    public async Task A_commit_that_does_not_exist_is_refused()
    {
        using var repository = await ToolRepository.Create();

        var run = await repository.RunTool("against", "nowhere", "--", "Code.csproj");

        run.ExitCode.Should().Be(125);
        run.Error.Should().Contain("has no commit, branch or tag nowhere.");
    }

    [Fact]
    public async Task A_folder_without_a_project_is_refused_before_anything_is_built()
    {
        using var repository = await ToolRepository.Create();
        File.Delete(Path.Combine(repository.Root, "Code.csproj"));

        var run = await repository.RunTool("against", "HEAD");

        run.ExitCode.Should().Be(125);
        run.Error.Should().Contain("has no project or solution.");
        run.Output.Should().NotContain("Building");
        repository.Calls.Should().BeEmpty();
    }

    /// <summary>The test process says so in its results.</summary>
    [Fact]
    public async Task An_earlier_build_that_the_tests_do_not_find_is_named()
    {
        using var repository = await ToolRepository.Create();
        const string Fault = "There is no earlier build to compare with: /earlier has no Perf.dll.";
        var results = Path.Combine(repository.Root, "results.json");
        ResultsFile.Write(results, Recorded.Document with
        {
            Groups =
            [
                new("Copying", 1, null, [], [], [Recorded.Case("Copies", CaseVerdict.Invalid) with { EarlierFault = Fault }]),
            ],
        });
        var command = repository.ToolCommand("against", "HEAD", "--property", "AssemblyName=Before", "--", "Code.csproj");
        command.Environment["INSTEAD_OF_DOTNET"] =
            $"if [ \"$1\" = test ]; then cp '{results}' \"$HTTPPERF_AGAINST_RESULTS\"; exit 1; fi";

        var run = await ChildProcess.Capture(command, TestContext.Current.CancellationToken);

        run.ExitCode.Should().Be(125, run.Output);
        run.Error.Should().Contain(Fault);
        repository.Calls.Should().Contain("-p:AssemblyName=Before");
    }
}
