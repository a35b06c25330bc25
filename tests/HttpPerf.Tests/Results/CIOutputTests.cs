using FluentAssertions;
using HttpPerf.Reports;
using HttpPerf.Reports.CI;
using HttpPerf.Reports.Exports;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests.Results;

/// <summary>Whole files and lines, as each CI system reads them.</summary>
public sealed class CIOutputTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("httpperf-ci-").FullName;

    private string ResultsFolder => Path.Combine(_folder, "artifacts", "httpperf");

    [Fact]
    public void GitHub_shows_errors_beside_the_limits()
    {
        Commands(("GITHUB_ACTIONS", "true"), ("GITHUB_WORKSPACE", _folder)).Should().Equal(
            "::error file=thresholds.json,line=4,title=Orders.Get::Orders.Get allocates 1,024 B/op; thresholds.json:4 allows 1,000 B/op.",
            "::error title=Orders.Add::no limit");
    }

    [Fact]
    public void An_error_is_not_shown_beside_a_limit_that_is_only_undecided()
    {
        var broken = Recorded.Limit("against.allocatedBytes", 0, LimitStatus.Above, null, 24) with { Line = 0 };
        var open = Recorded.Limit("timeRatio", 1.2, LimitStatus.Undecided, null, 1.3);

        Commands(
                Of(Recorded.Case("Get", CaseVerdict.Failed, broken, open) with { Message = "It grew." }),
                ("GITHUB_ACTIONS", "true"),
                ("GITHUB_WORKSPACE", _folder))
            .Should().Equal("::error title=Orders.Get::It grew.");
    }

    [Fact]
    public void What_has_grown_since_an_earlier_build_is_shown_beside_its_code()
    {
        Directory.CreateDirectory(Path.Combine(_folder, "src", "bin"));
        foreach (var file in new[] { "src/Orders.cs", "src/bin/Orders.cs", "src/Twice.cs", "Twice.cs" })
            File.WriteAllText(Path.Combine(_folder, file), "");
        var broken = Recorded.Limit("against.allocatedBytes", 0, LimitStatus.Above, null, 24) with { Line = 0 };
        CaseResults Grown(string method, string text) => Recorded.Case(method, CaseVerdict.Failed, broken) with
        {
            Message = "It grew.",
            Growth = new Dictionary<string, string> { ["against.allocatedBytes"] = text },
        };

        Commands(
                Of(
                    Grown("Get", "  +24 B   1 × Order (24 B)   at Orders.Map ← Orders.List (Orders.cs:41)\n  +8 B   at X (Twice.cs:7)"),
                    Grown("List", "  +24 B   byte[]   at Twice.List (Twice.cs:41)"),
                    Grown("Add", "  +24 B   byte[]   at Array.Resize")),
                ("GITHUB_ACTIONS", "true"),
                ("GITHUB_WORKSPACE", _folder))
            .Should().Equal(
                "::error file=src/Orders.cs,line=41,title=Orders.Get::It grew.",
                "::error title=Orders.List::It grew.",
                "::error title=Orders.Add::It grew.");
    }

    [Fact]
    public void GitHub_takes_what_has_a_meaning_in_a_command_for_text()
    {
        var awkward = Undecided("List(Size: 1, Text: \"100 %\")") with { Message = "Line 1: 100 %\r\nline 2::error::" };

        Commands(Of(awkward), ("GITHUB_ACTIONS", "true"), ("GITHUB_WORKSPACE", _folder)).Should().Equal(
            "::warning file=thresholds.json,line=4,title=Orders.List(Size%3A 1%2C Text%3A \"100 %25\")"
            + "::Line 1: 100 %25%0D%0Aline 2::error::");
    }

    [Fact]
    public void No_more_than_a_step_shows_are_written_and_the_last_says_how_many_there_are()
    {
        var many = Enumerable.Range(1, 12).Select(i => Recorded.Case($"M{i}", CaseVerdict.Failed) with { Message = "It is slow." });

        var lines = Commands(Of([.. many, Undecided("Other")]), ("GITHUB_ACTIONS", "true"));

        lines.Should().HaveCount(11);
        lines[9].Should().Be("::error title=HttpPerf::3 more cases, e.g. Orders.M10. The report shows all.");
        lines[10].Should().StartWith("::warning ");
    }

    [Fact]
    public void A_long_message_is_cut()
    {
        var lines = Commands(
            Of(Recorded.Case("M", CaseVerdict.Failed) with { Message = new string('x', 5000) }), ("GITHUB_ACTIONS", "true"));

        lines.Should().Equal($"::error title=Orders.M::{new string('x', 4000)}…");
    }

    [Fact]
    public void Azure_gets_issues_and_a_summary()
    {
        (string, string)[] azure = [("TF_BUILD", "True"), ("BUILD_SOURCESDIRECTORY", _folder)];

        Write(azure).Should().BeEmpty();

        var summary = Path.Combine(ResultsFolder, "summary.md");
        File.ReadAllText(summary).Should().Be(MarkdownReport.Write(Recorded.Document, []));
        Commands(azure).Should().Equal(
            "##vso[task.logissue type=error;sourcepath=thresholds.json;linenumber=4;]"
            + "Orders.Get: Orders.Get allocates 1,024 B/op; thresholds.json:4 allows 1,000 B/op.",
            "##vso[task.logissue type=error;]Orders.Add: no limit",
            $"##vso[task.uploadsummary]{summary}");
    }

    [Fact]
    public void Azure_takes_what_has_a_meaning_in_a_command_for_text()
    {
        var awkward = Undecided("M") with { Message = "100 %\n]next;" };

        Commands(Of(awkward), ("TF_BUILD", "true"), ("BUILD_SOURCESDIRECTORY", Path.Combine(_folder, "artifacts"))).Should().Equal(
            "##vso[task.logissue type=warning;sourcepath=../thresholds.json;linenumber=4;]Orders.M: 100 %AZP25%0A]next;");
    }

    [Fact]
    public void TeamCity_gets_statistics_and_metadata_of_tests()
    {
        Commands(("TEAMCITY_VERSION", "2026.1")).Should().Equal(
            "##teamcity[buildStatisticValue key='Orders.List timeRatio' value='1.15']",
            "##teamcity[testMetadata testName='Orders.List' name='timeRatio' type='number' value='1.15']",
            "##teamcity[buildStatisticValue key='Orders.List medianTime' value='1000']",
            "##teamcity[testMetadata testName='Orders.List' name='medianTime' type='number' value='1000']",
            "##teamcity[buildStatisticValue key='Orders.Get allocatedBytes' value='1024']",
            "##teamcity[testMetadata testName='Orders.Get' name='allocatedBytes' type='number' value='1024']");
    }

    [Fact]
    public void TeamCity_takes_what_has_a_meaning_in_a_message_for_text()
    {
        var awkward = Recorded.Case("List(Name: \"it's [ä|]\")", CaseVerdict.Passed) with
        {
            Metrics = new Dictionary<string, Figure>
            {
                ["allocatedBytes"] = new(0.000012345, null, null),
                ["medianTime"] = new(1e15, null, null),
                ["counters.dns.lookups"] = new(1, 1, 1),
            },
        };

        Commands(Of(awkward), ("TEAMCITY_VERSION", "2026.1")).Should().Equal(
            "##teamcity[buildStatisticValue key='Orders.List(Name: \"it|'s |[|0x00e4|||]\") allocatedBytes' value='0']",
            "##teamcity[testMetadata testName='Orders.List(Name: \"it|'s |[|0x00e4|||]\")' name='allocatedBytes' type='number' value='0']");
    }

    [Fact]
    public void A_step_summary_that_is_full_stays_as_it_is()
    {
        var summary = Path.Combine(_folder, "step.md");
        File.WriteAllText(summary, new string('x', MarkdownReport.MostBytes - 10));

        Write(("GITHUB_STEP_SUMMARY", summary)).Should().BeEmpty();

        new FileInfo(summary).Length.Should().Be(MarkdownReport.MostBytes - 10, "GitHub drops a longer one as a whole");
    }

    [Fact]
    public void Test_projects_that_end_at_once_all_have_their_part_of_the_step_summary()
    {
        var summary = Path.Combine(_folder, "step.md");

        var faults = Enumerable.Range(0, 8).AsParallel().WithDegreeOfParallelism(8)
            .SelectMany(_ => Write(("GITHUB_STEP_SUMMARY", summary))).ToList();

        faults.Should().BeEmpty();
        File.ReadLines(summary).Count(line => line.StartsWith("## Perf: ", StringComparison.Ordinal)).Should().Be(8);
    }

    [Fact]
    public async Task A_step_summary_waits_for_whoever_writes_to_it()
    {
        var summary = Path.Combine(_folder, "step.md");
        var other = new FileStream(summary, FileMode.Create, FileAccess.Write, FileShare.None);

        var written = Task.Run(() => Write(("GITHUB_STEP_SUMMARY", summary)).ToList(), TestContext.Current.CancellationToken);
        other.Write("other\n"u8);
        await other.DisposeAsync();

        (await written).Should().BeEmpty();
        File.ReadAllText(summary).Should().StartWith("other\n## Perf: ");
    }

    [Fact]
    public void GitLab_gets_a_file_of_metrics()
    {
        Write(("GITLAB_CI", "true")).Should().BeEmpty();

        File.ReadAllText(Path.Combine(ResultsFolder, "metrics.txt")).Should().Be(OpenMetricsText.Write([Recorded.Document]));
    }

    [Theory]
    [InlineData("CI", "true", true)]
    [InlineData("CI", "1", true)]
    [InlineData("CI", "false", false)]
    [InlineData("CI", "False", false)]
    [InlineData("GITHUB_ACTIONS", "true", true)]
    [InlineData("APPVEYOR", "True", true)]
    [InlineData("TRAVIS", "true", true)]
    [InlineData("CIRCLECI", "true", true)]
    [InlineData("CODEBUILD_BUILD_ID AWS_REGION", "x", true)]
    [InlineData("CODEBUILD_BUILD_ID", "x", false)]
    [InlineData("BUILD_ID BUILD_URL", "x", true)]
    [InlineData("BUILD_ID PROJECT_ID", "x", true)]
    [InlineData("BUILD_ID", "x", false)]
    [InlineData("JB_SPACE_API_URL", "x", true)]
    [InlineData("bamboo_buildKey", "x", true)]
    [InlineData("TF_BUILD", "True", true)]
    [InlineData("TEAMCITY_VERSION", "2026.1", true)]
    [InlineData("USER", "ci", false)]
    public void Each_says_that_it_runs(string names, string value, bool isRunning) =>
        CISystem.IsRunning(variable => names.Split(' ').Contains(variable) ? value : null).Should().Be(isRunning);

    [Fact]
    public void Elsewhere_nothing_is_written()
    {
        Write().Should().BeEmpty();

        Commands().Should().BeEmpty();
        Directory.Exists(ResultsFolder).Should().BeFalse();
    }

    [Fact]
    public void One_switch_turns_all_of_it_off()
    {
        (string, string)[] all =
        [
            ("HTTPPERF_CI", "0"), ("GITHUB_ACTIONS", "true"), ("GITHUB_STEP_SUMMARY", Path.Combine(_folder, "step.md")),
            ("TF_BUILD", "True"), ("TEAMCITY_VERSION", "2026.1"), ("GITLAB_CI", "true"),
        ];

        Write(all).Should().BeEmpty();

        Commands(all).Should().BeEmpty();
        Directory.GetFileSystemEntries(_folder).Should().BeEmpty();
    }

    [Fact]
    public void A_file_that_can_not_be_written_is_named()
    {
        File.WriteAllText(Path.Combine(_folder, "artifacts"), "");

        Write(("GITLAB_CI", "true")).Should().ContainSingle()
            .Which.Should().StartWith($"The results could not be written to {Path.Combine(ResultsFolder, "metrics.txt")}: ");
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static CaseResults Undecided(string method) => Recorded.Case(
        method, CaseVerdict.Inconclusive, Recorded.Limit("timeRatio", 1.2, LimitStatus.Undecided, null, 1.3)) with
    { Message = "Perhaps." };

    private static ResultsDocument Of(params CaseResults[] cases) =>
        Recorded.Document with { Groups = [Recorded.Document.Groups[0] with { Cases = cases }] };

    private IReadOnlyList<string> Commands(params (string Name, string Value)[] variables) => Commands(Recorded.Document, variables);

    private IReadOnlyList<string> Commands(ResultsDocument results, params (string Name, string Value)[] variables) =>
        CIOutput.Commands(results, ResultsFolder, _folder, name => Find(variables, name));

    private IEnumerable<string> Write(params (string Name, string Value)[] variables) =>
        CIOutput.WriteFiles(Recorded.Document, ResultsFolder, name => Find(variables, name));

    private static string? Find((string Name, string Value)[] variables, string name) =>
        variables.FirstOrDefault(variable => variable.Name == name).Value;
}
