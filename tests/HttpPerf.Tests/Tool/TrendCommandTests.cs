using FluentAssertions;
using HttpPerf.Results;
using HttpPerf.Reports.Trends;
using HttpPerf.Tests.Results;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

/// <summary>Input and output of <c>dotnet httpperf trend</c>.</summary>
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
            Path.Combine(_folder, "runs", "2", "deep", "results.json"),
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
        File.WriteAllText(Path.Combine(_folder, "runs", "package.json"), "{}");
        Directory.CreateDirectory(Path.Combine(_folder, "runs", "other"));
        File.WriteAllText(Path.Combine(_folder, "runs", "other", "results.json"), """{ "version": "2.1.0" }""");
        ResultsFile.Write(Path.Combine(_folder, "runs", "later", "results.json"), Recorded.Document with { Version = 2 });

        Run().Should().Be(0);

        _errors.ToString().Split(Environment.NewLine).Should().SatisfyRespectively(
            later => later.Should().StartWith("Not read: runs/later/results.json. It has version 2 of the format;"),
            other => other.Should().StartWith("Not read: runs/other/results.json. It is not a file of results: "),
            end => end.Should().BeEmpty());
        _errors.ToString().Should().NotContain("Run the tests again", "they were not run here");
    }

    [Fact]
    public void Links_are_not_followed_and_files_that_are_too_long_are_passed_over()
    {
        ResultsFile.Write(Path.Combine(_folder, "runs", "1", "results.json"), Recorded.Document);
        ResultsFile.Write(
            Path.Combine(_folder, "runs", "2", "results.json"), Recorded.Document with { Against = new string('x', 100_000) });
        Directory.CreateSymbolicLink(Path.Combine(_folder, "runs", "1", "up"), "..");

        TrendCommand.Read(Path.Combine(_folder, "runs"), _folder, _errors, mostBytes: 50_000).Should().ContainSingle();

        _errors.ToString().Should().Be($"Not read: runs/2/results.json. It has 0 MB; up to 0 MB are read.{Environment.NewLine}");
    }

    [Fact]
    public void A_counter_that_has_a_limit_in_one_run_has_a_line_over_all()
    {
        ResultsFile.Write(Path.Combine(_folder, "runs", "1", "results.json"), Counting([]));
        ResultsFile.Write(
            Path.Combine(_folder, "runs", "2", "results.json"),
            Counting([Recorded.Limit("counters.tls.handshakes", 1, LimitStatus.Within, null, 1)]) with { Started = DateTimeOffset.UtcNow });

        var line = Trend.Of(TrendCommand.Read(Path.Combine(_folder, "runs"), _folder, _errors, 1_000_000)).Lines.Single();

        (line.Metric, line.Points.Count).Should().Be(("counters.tls.handshakes", 2));

        static ResultsDocument Counting(LimitResults[] limits) => Recorded.Document with
        {
            Groups =
            [
                Recorded.Document.Groups[0] with
                {
                    Cases =
                    [
                        Recorded.Case("List", CaseVerdict.Passed, limits) with
                        {
                            Metrics = new Dictionary<string, Figure>
                            {
                                ["counters.tls.handshakes"] = new(1, 1, 1),
                                ["counters.dns.lookups"] = new(1, 1, 1),
                            },
                        },
                    ],
                },
            ],
        };
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
