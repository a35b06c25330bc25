using System.Text.Json;
using System.Text.RegularExpressions;
using FluentAssertions;
using HttpPerf.Thresholds;
using Xunit;

namespace HttpPerf.Tests.Documentation;

/// <summary>The tables of the reference have every name that users may write.</summary>
public sealed partial class TableTests
{
    private static readonly JsonElement Limits = JsonDocument.Parse(File.ReadAllBytes(
        Path.Combine(TestProject.Repository, "src", "HttpPerf", "thresholds.schema.json")))
        .RootElement.GetProperty("definitions").GetProperty("limits").GetProperty("properties");

    [Fact]
    public void Each_setting_has_a_row_with_its_range_and_default()
    {
        var rows = Rows("docs/thresholds.md").Where(row => row.Length == 4 && row[0].StartsWith('`')).ToDictionary(row => row[0]);

        foreach (var setting in Setting.All)
        {
            var row = rows.Should().ContainKey($"`{setting.Name}`").WhoseValue;
            var range = Range().Match(setting.Expected);
            row[2].Should().StartWith(range.Success ? $"{range.Groups[1].Value}…{range.Groups[2].Value}" : "true, false", setting.Name);
            row[3].Should().Be(setting.Default);
            setting.Variable.Should().Be(
                $"HTTPPERF_{Words().Replace(setting.Name, "_$0").ToUpperInvariant()}", "the page has only this rule");
        }
    }

    [Fact]
    public void Each_metric_has_a_row() => Names("docs/thresholds.md", cell: 0).Should().Contain(Names(Limits));

    [Fact]
    public void Each_limit_of_a_comparison_has_a_row() => Names("docs/thresholds.md", cell: 1).Should()
        .Contain(Names(Limits.GetProperty("against").GetProperty("properties")));

    [Fact]
    public void Each_variable_has_a_row() => Names("docs/command-line.md", cell: 0)
        .Where(name => name.StartsWith("HTTPPERF_", StringComparison.Ordinal))
        .Should().BeEquivalentTo(Variables.Known.Except(Setting.All.Select(setting => setting.Variable)));

    private static IEnumerable<string> Names(JsonElement properties) => properties.EnumerateObject().Select(property => property.Name);

    /// <summary>The names that a column of the page's tables has between backticks.</summary>
    private static IEnumerable<string> Names(string page, int cell) => Rows(page)
        .Where(row => row.Length > cell)
        .SelectMany(row => Name().Matches(row[cell]))
        .Select(name => name.Groups[1].Value);

    private static IEnumerable<string[]> Rows(string page) => Page.Of(page).Text.Split('\n')
        .Where(line => line.StartsWith('|'))
        .Select(line => line.Trim('|').Split('|', StringSplitOptions.TrimEntries));

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Name();

    [GeneratedRegex("[A-Z]")]
    private static partial Regex Words();

    [GeneratedRegex(" from (.+) to (.+)$")]
    private static partial Regex Range();
}
