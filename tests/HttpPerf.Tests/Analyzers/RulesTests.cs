using System.Reflection;
using FluentAssertions;
using HttpPerf.Analyzers;
using Microsoft.CodeAnalysis;
using Xunit;

namespace HttpPerf.Tests.Analyzers;

public sealed class RulesTests
{
    private static IEnumerable<DiagnosticDescriptor> All =>
        typeof(Rules).GetFields(BindingFlags.Static | BindingFlags.Public).Select(f => f.GetValue(null)).Cast<DiagnosticDescriptor>();

    [Fact]
    public void Every_rule_has_a_section_in_the_documentation()
    {
        var page = File.ReadAllLines(Path.Combine(TestProject.Repository, "docs", "analyzers.md"));

        All.Should().HaveCount(7);
        page.Where(line => line.StartsWith("## HTTPPERF", StringComparison.Ordinal))
            .Should().Equal(All.Select(rule => $"## {rule.Id}"));
        All.Should().OnlyContain(rule => rule.HelpLinkUri == Rules.HelpLink(Rules.Repository, rule.Id));
    }

    [Theory]
    [InlineData("https://github.com/owner/name", "https://github.com/owner/name/blob/main/docs/analyzers.md#httpperf001")]
    [InlineData(null, "")]
    public void A_help_link_is_an_address_or_none(string? repository, string link) =>
        Rules.HelpLink(repository, "HTTPPERF001").Should().Be(link);

    [Fact]
    public async Task Without_a_reference_to_HttpPerf_nothing_is_reported()
    {
        var document = Analysis.Create(Analysis.Benchmark("public async void Get() => new HttpClient();"));
        var project = document.Project.WithMetadataReferences(document.Project.MetadataReferences.Where(
            reference => !Path.GetFileName(reference.Display!).StartsWith("HttpPerf", StringComparison.Ordinal)));

        (await Analysis.Analyze(document)).Should().HaveCount(2);
        (await Analysis.Analyze(project.GetDocument(document.Id)!)).Should().BeEmpty();
    }
}
