using FluentAssertions;
using HttpPerf.Results;
using HttpPerf.Tests.Results;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

/// <summary>The exit code of a comparison, by the results of its tests.</summary>
public sealed class ComparisonReportTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("httpperf-");

    [Theory]
    [InlineData(0, "compared")]
    [InlineData(1, "compared failed")]
    [InlineData(1, "compared")]
    [InlineData(1, "failed")]
    [InlineData(1, "unlimited")]
    [InlineData(1, "invalid")]
    [InlineData(1, "fault failed")]
    [InlineData(1, "fault invalid")]
    [InlineData(0, "dry")]
    [InlineData(0, "compared new identical")]
    public void It_is_that_of_the_tests_where_anything_was_compared_or_has_failed(int tests, string says) =>
        Judge(tests, says).Should().Be(tests);

    [Theory]
    [InlineData(0, "", "Nothing was compared with main, because no benchmark ran. *")]
    [InlineData(8, "", "Nothing was compared with main, because no benchmark ran. *")]
    [InlineData(0, "new", "Nothing was compared: main has none of the benchmarks that ran.")]
    [InlineData(0, "identical", "Nothing was compared: the build of main is identical to today's. * depends on XVersion: *")]
    [InlineData(1, "fault", "It can't be loaded.")]
    [InlineData(1, "fault compared", "It can't be loaded.")]
    public void Otherwise_nothing_is_known(int tests, string says, string message) =>
        this.Invoking(t => t.Judge(tests, says)).Should().Throw<ToolException>().WithMessage(message);

    public void Dispose() => _folder.Delete(recursive: true);

    private int Judge(int tests, string says)
    {
        var report = new ComparisonReport(Path.Combine(_folder.FullName, "run-1"));
        try
        {
            // A test project each.
            foreach (var word in says.Split(' ', StringSplitOptions.RemoveEmptyEntries))
                ResultsFile.Write(
                    Path.Combine(report.Folder, $"{word}.json"), Recorded.Document with { Groups = [Group(word)] });
            return report.Judge(tests, "main", new BuildProperties(["XVersion=1"]));
        }
        finally
        {
            report.Dispose();
            _folder.GetFileSystemInfos().Should().BeEmpty();
        }
    }

    private static GroupResults Group(string word) => word switch
    {
        "dry" => Group() with { NotMeasured = NotMeasured.Dry },
        "identical" => Group() with { NotMeasured = NotMeasured.Identical },
        "new" => Group(Recorded.Case("Get", CaseVerdict.Passed)),
        "failed" => Group(Recorded.Case("Get", CaseVerdict.Failed)),
        "unlimited" => Group(Recorded.Case("Get", CaseVerdict.NoLimit)),
        "invalid" => Group(Recorded.Case("Get", CaseVerdict.Invalid)),
        "fault" => Group(Recorded.Case("Get", CaseVerdict.Invalid) with { EarlierFault = "It can't be loaded." }),
        _ => Group(Recorded.Case("Get", CaseVerdict.Passed) with
        {
            Metrics = new Dictionary<string, Figure> { ["against.timeRatio"] = new(1, 0.9, 1.1) },
        }),
    };

    private static GroupResults Group(params CaseResults[] cases) => new("Orders", 1, null, [], [], cases);
}
