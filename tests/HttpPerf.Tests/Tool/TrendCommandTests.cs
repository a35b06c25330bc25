using FluentAssertions;
using HttpPerf.Results;
using HttpPerf.Tests.Results;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

/// <summary>What <c>dotnet httpperf trend</c> reads, prints and writes.</summary>
public sealed class TrendCommandTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("httpperf-").FullName;
    private readonly StringWriter _console = new();
    private readonly StringWriter _errors = new();

    [Fact]
    public void All_results_below_the_folder_are_in_the_page()
    {
        ResultsFile.Write(Path.Combine(_folder, "runs", "results.json"), Recorded.Document);
        ResultsFile.Write(
            Path.Combine(_folder, "runs", "2", "deep", "other-name.json"),
            Recorded.Document with { Source = new("ffffffffffff", null), Started = Recorded.Document.Started.AddDays(1) });

        Run().Should().Be(0);

        var page = File.ReadAllText(Path.Combine(_folder, "out", "trend.html"));
        page.Should().Contain("a1b2c3d").And.Contain("ffffffff").And.Contain("<h2>Orders.List</h2>");
        _console.ToString().Should().Be($"out/trend.html: 2 results, 3 lines, 0 changes of a level.{Environment.NewLine}");
        _errors.ToString().Should().BeEmpty();
    }

    [Fact]
    public void One_result_is_a_page_and_a_note()
    {
        ResultsFile.Write(Path.Combine(_folder, "runs", "results.json"), Recorded.Document);

        Run().Should().Be(0);

        _console.ToString().Should().Contain("1 result, 3 lines").And.Contain("With one result there is nothing to compare.");
    }

    [Fact]
    public void What_is_no_file_of_results_is_named_and_passed_over()
    {
        ResultsFile.Write(Path.Combine(_folder, "runs", "results.json"), Recorded.Document);
        File.WriteAllText(Path.Combine(_folder, "runs", "settings.json"), """{ "version": "2.1.0" }""");
        ResultsFile.Write(Path.Combine(_folder, "runs", "later.json"), Recorded.Document with { Version = 2 });

        Run().Should().Be(0);

        _errors.ToString().Split(Environment.NewLine).Should().SatisfyRespectively(
            later => later.Should().StartWith("Not read: runs/later.json. It has version 2 of the format;"),
            settings => settings.Should().StartWith("Not read: runs/settings.json. It is not a file of results: "),
            end => end.Should().BeEmpty());
        _errors.ToString().Should().NotContain("Run the tests again", "they were not run here");
    }

    [Fact]
    public void A_folder_without_results_is_refused()
    {
        Directory.CreateDirectory(Path.Combine(_folder, "runs"));

        FluentActions.Invoking(Run).Should().Throw<ResultsException>().WithMessage(
            "There are no results in runs, nor below it. Keep the results.json of each run there, in a folder of its own.");
        Directory.Exists(Path.Combine(_folder, "out")).Should().BeFalse();
    }

    [Fact]
    public void A_missing_folder_is_refused() => FluentActions.Invoking(Run).Should().Throw<ResultsException>().WithMessage(
        "There is no folder runs. Name the one that holds the results.");

    public void Dispose()
    {
        _console.Dispose();
        _errors.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private int Run() => TrendCommand.Run("runs", "out/trend.html", _folder, _console, _errors);
}
