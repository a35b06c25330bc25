using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Nodes;
using FluentAssertions;
using HttpPerf.Accepting;
using HttpPerf.Reports;
using HttpPerf.Reports.CI;
using HttpPerf.Reports.Exports;
using HttpPerf.Reports.Html;
using HttpPerf.Reports.Trends;
using HttpPerf.Results;
using HttpPerf.Tests.Accepting;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Results;

/// <summary>Files of results that something has damaged: a merge, a full disk, another tool, or somebody on purpose.</summary>
public sealed class DamagedResultsTests : IDisposable
{
    private static readonly byte[] Limits = """{ "benchmarks": { "Orders.Get": { "allocatedBytes": 1000 } } }"""u8.ToArray();

    private static readonly ResultsDocument Whole = Recorded.Document with
    {
        Against = "at main (a1b2c3d)",
        Thresholds = new("../../thresholds.json", Convert.ToHexString(SHA256.HashData(Limits))),
        AllCases = ["Orders.List", "Orders.Get", "Orders.Add", "Orders.Gone"],
        RemovedCases = [Recorded.Document.Groups[0].Cases[0]],
    };

    private readonly string _folder = Directory.CreateTempSubdirectory("httpperf-damaged-").FullName;

    public static TheoryData<string> Values =>
    [
        "null", "\"\"", "\"\\u0000\"", "1e308", "1e999", "-1e308", "5e-324", "-1", "0", "2147483647", "[]", "{}", "[null]",
        "{\"a\":null}",
    ];

    private string FilePath => Path.Combine(_folder, "results.json");

    [Theory]
    [MemberData(nameof(Values))]
    public void Whatever_a_node_is_replaced_by_each_command_ends_with_a_sentence(string value)
    {
        var good = JsonSerializer.SerializeToNode(Whole, ResultsFile.Options)!;
        foreach (var path in Paths(good).ToList())
        {
            File.WriteAllText(FilePath, Replaced(good, path, value));
            // Each command reads it anew, and it stays the same.
            foreach (var (command, run) in Commands(new(() => ResultsFile.Read(FilePath))))
                try
                {
                    run();
                }
                catch (Exception e) when (e is ResultsException or IOException or UnauthorizedAccessException)
                {
                    e.Message.Should().NotBeEmpty(command);
                }
                catch (Exception e)
                {
                    Assert.Fail($"{string.Join('.', path)} = {value}, {command}: {e}");
                }
        }
    }

    [Theory]
    [InlineData("groups", "[null]", "groups[0] is null.")]
    [InlineData("groups.0.cases", "[null]", "groups[0].cases[0] is null.")]
    [InlineData("groups.0.cases.0.metrics", """{ "timeRatio": null }""", "groups[0].cases[0].metrics.timeRatio is null.")]
    [InlineData("groups.0.seconds", "1e999", "groups[0].seconds is too large a number.")]
    [InlineData("groups.0.cases.0.rounds.epochs", "[[1], [1, 2]]", "groups[0].cases[0].rounds.epochs have different numbers of bins.")]
    [InlineData(
        "groups.0.cases.1.profiles.0.calls.0.depth",
        "1001",
        "groups[0].cases[1].profiles[0].calls[0].depth is 1001, not between 0 and 1000.")]
    [InlineData("groups.0.endpoints", """[{ "api": "A", "all": [null], "measured": [] }]""", "groups[0].endpoints[0].all[0] is null.")]
    [InlineData(
        "groups.0.cases.0.limits.0.suggested.amounts",
        "[1e999]",
        "groups[0].cases[0].limits[0].suggested.amounts[0] is too large a number.")]
    [InlineData("groups.0.cases.0.limits.0.path", "[]", "groups[0].cases[0].limits[0].path is empty.")]
    [InlineData("tests.path", "\"a\\u0000b\"", "tests.path has a null character.")]
    public void The_damaged_place_is_named(string place, string value, string fault)
    {
        var good = JsonSerializer.SerializeToNode(Whole, ResultsFile.Options)!;
        File.WriteAllText(FilePath, Replaced(good, place.Split('.'), value));

        FluentActions.Invoking(() => ResultsFile.Read(FilePath)).Should().Throw<ResultsException>()
            .WithMessage($"{FilePath} is damaged: {fault} Run the tests again: dotnet test");
    }

    [Fact]
    public void A_tree_of_calls_as_deep_as_can_be_is_shown_on_a_small_stack()
    {
        var deep = Whole.Groups[0].Cases[1] with
        {
            Profiles =
            [
                new("B", "tests", null, [.. Enumerable.Range(0, 1001).Select(depth => new CallResults(depth, $"M{depth}", 1, null))]),
            ],
        };
        ResultsFile.Write(FilePath, Whole with { Groups = [Whole.Groups[0] with { Cases = [deep] }] });
        var html = "";
        // The smallest stack of the systems that .NET runs on: a second thread of macOS.
        var thread = new Thread(() => html = HtmlReport.Write([new(ResultsFile.Read(FilePath), [])]), 512 * 1024);

        thread.Start();
        thread.Join();

        html.Should().ContainAll("M0", "M99", "M1000");
    }

    [Fact]
    public async Task A_fault_of_the_tool_is_named_and_refused_as_what_it_can_not_do_is()
    {
        using var written = new StringWriter();

        (await EntryPoint.Guard(() => throw new InvalidCastException("Bad cast."), written)).Should().Be(ExitCode.Refused);

        written.ToString().ReplaceLineEndings(" ").Should()
            .Contain("Please report it").And.Contain("System.InvalidCastException: Bad cast.");
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private IEnumerable<(string Name, Action Run)> Commands(Lazy<ResultsDocument> read) =>
    [
        ("report", () => HtmlReport.Write([new(Merged(read), MergedResults.FindNotRun(Merged(read)))])),
        ("report, Markdown", () => MarkdownReport.Write(Merged(read), MergedResults.FindNotRun(Merged(read)))),
        .. ExportFormats.All.Keys.Select(format => ($"export {format}", (Action)(() => ExportFormats.Write(format, [Merged(read)])))),
        ("trend", () => TrendPage.Render(Trend.Of([read.Value, Recorded.Document]))),
        ("accept", () => AcceptCommand.Run(
            new([], Accepted.Missing | Accepted.Broken | Accepted.Better | Accepted.Pruned, DryRun: true, Yes: false, FilePath, null),
            _folder, isCI: false, new TypingConsole(null))),
        ("accept without a file", () => Acceptance.Of(
            read.Value, Limits, [], Accepted.Missing | Accepted.Broken | Accepted.Better)),
        ("report --ci", () => CIOutput.Commands(read.Value, _folder, _folder, _ => "true")),
    ];

    private ResultsDocument Merged(Lazy<ResultsDocument> read) => MergedResults.Merge([(FilePath, read.Value)]);

    private static IEnumerable<string[]> Paths(JsonNode? node)
    {
        var children = node switch
        {
            JsonObject members => members.Select(member => (member.Key, member.Value)),
            JsonArray elements => elements.Select((element, i) => ($"{i}", element)),
            _ => [],
        };
        return children.SelectMany(child => Paths(child.Item2).Select(path => (string[])[child.Item1, .. path]).Prepend([child.Item1]));
    }

    private static string Replaced(JsonNode good, string[] path, string value)
    {
        var copy = good.DeepClone();
        var parent = path[..^1].Aggregate(copy, (at, name) => at is JsonArray array ? array[int.Parse(name, null)]! : at[name]!);
        const string Marker = "REPLACED";
        if (parent is JsonArray list)
            list[int.Parse(path[^1], null)] = Marker;
        else
            parent[path[^1]] = Marker;
        // A node can't hold every number.
        return copy.ToJsonString(ResultsFile.Options).Replace($"\"{Marker}\"", value);
    }
}
