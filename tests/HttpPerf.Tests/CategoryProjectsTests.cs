using FluentAssertions;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Xunit;

namespace HttpPerf.Tests;

public class CategoryProjectsTests
{
    [Fact]
    public void The_test_projects_whose_tests_have_categories_say_so_and_no_others_do()
    {
        var projects = Directory.EnumerateFiles(Path.Combine(TestProject.Repository, "tests"), "*.csproj", SearchOption.AllDirectories)
            .Select(path => (Folder: Path.GetDirectoryName(path)!, Text: File.ReadAllText(path)))
            .Where(project => project.Text.Contains("Microsoft.NET.Test.Sdk", StringComparison.Ordinal))
            .Where(project => !project.Text.Contains("<IsTestProject>false", StringComparison.Ordinal))
            .ToList();

        projects.Where(project => project.Text.Contains("<HasCategories>true", StringComparison.Ordinal)).Select(p => p.Folder)
            .Should().NotBeEmpty().And.BeEquivalentTo(projects.Where(p => HasCategories(p.Folder)).Select(p => p.Folder));
    }

    private static bool HasCategories(string folder) =>
        Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories).Select(File.ReadAllText)
            // Parsing what can't have any would take seconds.
            .Where(text => text.Contains("PerfTheory<", StringComparison.Ordinal)
                || text.Contains("\"Category\"", StringComparison.Ordinal))
            .SelectMany(text => CSharpSyntaxTree.ParseText(text).GetRoot().DescendantNodes().OfType<AttributeSyntax>())
            .Any(attribute => attribute.Name is GenericNameSyntax { Identifier.Text: "PerfTheory" }
                || (attribute.Name.ToString() == "Trait" && attribute.ArgumentList!.Arguments[0].ToString() == "\"Category\""));
}
