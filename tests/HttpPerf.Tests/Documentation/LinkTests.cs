using System.Text.RegularExpressions;
using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.Documentation;

public sealed partial class LinkTests
{
    private static readonly Dictionary<string, string> Pages = Page.All.ToDictionary(page => page.Path, page => page.Prose);

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
            .Where(page => !Pages["README.md"].Contains($"({page}", StringComparison.Ordinal))
            .Should().BeEmpty();

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

    [GeneratedRegex(@"\]\(([^)\s]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"^#+ (.+)$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"[^\p{L}\p{N}\- _]")]
    private static partial Regex NotInAnchor();
}
