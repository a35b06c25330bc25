using System.IO.Compression;
using System.Xml.Linq;
using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

[Collection(nameof(Packages))]
public sealed class PackageTests(Packages packages)
{
    [Fact]
    public void The_packages_hold_libraries_documentation_and_schema_and_depend_on_what_they_need()
    {
        Files("HttpPerf.Xunit").Should().Contain(["lib/net10.0/HttpPerf.Xunit.dll", "lib/net10.0/HttpPerf.Xunit.xml"]);
        Files("HttpPerf").Should().Contain(["lib/net10.0/HttpPerf.dll", "lib/net10.0/HttpPerf.xml", "thresholds.schema.json"]);
        Files("HttpPerf.Server").Should().Contain("lib/net10.0/HttpPerf.Server.dll");
        Dependencies("HttpPerf.Xunit").Should().Contain(["HttpPerf", "xunit.v3.extensibility.core"]);
        Dependencies("HttpPerf").Should().Contain(
            ["HttpPerf.Server", "BenchmarkDotNet", "Microsoft.AspNetCore.Mvc.Testing", "Microsoft.AspNetCore.App"])
            .And.NotContain(name => name.StartsWith("xunit", StringComparison.OrdinalIgnoreCase) || name.StartsWith("FluentAssertions"));
        Dependencies("HttpPerf.Server").Should().Equal("Microsoft.AspNetCore.App");
    }

    [Fact]
    public async Task A_dozen_lines_make_a_project_whose_dotnet_test_works()
    {
        var project = Directory.CreateDirectory(Path.Combine(packages.Folder, "project")).FullName;
        packages.WriteSources(project);
        CopyingProject.Write(project);
        await File.WriteAllTextAsync(
            Path.Combine(project, "thresholds.json"),
            """{ "benchmarks": { "Copying.*": { "allocatedBytes": 1024 } } }""",
            TestContext.Current.CancellationToken);

        var output = await packages.Dotnet(project, "test", "--filter", "Category=Copying");

        output.Should().Contain("Passed!  - Failed:     0, Passed:     1");
        Directory.GetFiles(Path.Combine(project, "artifacts", "Copying"), "*.md", SearchOption.AllDirectories).Should().ContainSingle();
    }

    private ZipArchive Open(string package) => ZipFile.OpenRead(Path.Combine(packages.Folder, $"{package}.0.1.0.nupkg"));

    private List<string> Files(string package)
    {
        using var archive = Open(package);
        return [.. archive.Entries.Select(entry => entry.FullName)];
    }

    private List<string> Dependencies(string package)
    {
        using var archive = Open(package);
        return
        [
            .. XDocument.Load(archive.GetEntry($"{package}.nuspec")!.Open()).Descendants()
                .Where(e => e.Name.LocalName is "dependency" or "frameworkReference")
                .Select(e => (e.Attribute("id") ?? e.Attribute("name"))!.Value)
                .Distinct(),
        ];
    }
}
