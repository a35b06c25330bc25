using System.Text.RegularExpressions;
using FluentAssertions;
using HttpPerf.Tests.EndToEnd;
using Xunit;

namespace HttpPerf.Tests;

public sealed partial class DocumentationTests
{
    private static readonly IReadOnlyDictionary<string, string> Pages = Read();

    [Fact]
    public void Links_lead_to_files_and_headings_that_exist()
    {
        var links =
            from page in Pages
            from Match link in Link().Matches(page.Value)
            let target = link.Groups[1].Value
            where !target.Contains("://", StringComparison.Ordinal)
            select (Page: page.Key, Target: target);

        links.Should().HaveCountGreaterThan(50);
        links.Where(link => !Exists(link.Page, link.Target)).Should().BeEmpty();
    }

    [Fact]
    public void Every_page_is_linked_from_the_README() =>
        Pages.Keys.Where(page => page.StartsWith("docs/", StringComparison.Ordinal))
            // The raw report of a run, which the page about it links.
            .Where(page => page != "docs/gate-quality-run.md" && !Pages["README.md"].Contains($"({page}", StringComparison.Ordinal))
            .Should().BeEmpty();

    [Fact]
    public void The_code_for_test_frameworks_is_that_of_the_samples()
    {
        var samples = Directory.GetFiles(Path.Combine(TestProject.Repository, "samples"), "*.cs", SearchOption.AllDirectories)
            .SelectMany(File.ReadLines);
        var page = File.ReadAllText(Path.Combine(TestProject.Repository, "docs", "frameworks.md"));
        var code = CSharpBlock().Matches(page).SelectMany(block => block.Groups[1].Value.Split('\n')).ToHashSet();

        code.Should().HaveCountGreaterThan(20);
        code.Except(samples).Should().BeEmpty();
    }

    private static bool Exists(string page, string target)
    {
        var parts = target.Split('#');
        var path = parts[0].Length == 0
            ? page
            : Path.GetRelativePath(".", Path.Combine(Path.GetDirectoryName(page)!, parts[0])).Replace('\\', '/');
        return Path.Exists(Path.Combine(TestProject.Repository, path))
            && (parts.Length == 1 || Headings(Pages[path]).Contains(parts[1]));
    }

    /// <summary>As GitHub names the anchors of headings.</summary>
    private static IEnumerable<string> Headings(string page) => Heading().Matches(page)
        .Select(heading => NotInAnchor().Replace(heading.Groups[1].Value.ToLowerInvariant(), "").Replace(' ', '-'));

    private static Dictionary<string, string> Read() => Directory.GetFiles(TestProject.Repository, "*.md")
        .Concat(Directory.GetFiles(Path.Combine(TestProject.Repository, "docs"), "*.md"))
        .ToDictionary(
            file => Path.GetRelativePath(TestProject.Repository, file).Replace('\\', '/'),
            file => CodeBlock().Replace(File.ReadAllText(file), ""));

    [GeneratedRegex(@"\]\(([^)\s]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"^#+ (.+)$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"[^\p{L}\p{N}\- _]")]
    private static partial Regex NotInAnchor();

    [GeneratedRegex(@"^```csharp\n(.*?)\n```", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex CSharpBlock();

    [GeneratedRegex("^ *```.*?^ *```", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex CodeBlock();
}
