using System.Diagnostics;
using System.IO.Compression;
using System.Xml.Linq;
using FluentAssertions;
using HttpPerf.Hosting.Child;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

[Collection(nameof(EndToEndRuns))]
public sealed class PackageTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("httpperf-package-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task The_package_holds_library_documentation_and_schema_and_asks_for_what_they_need()
    {
        using var package = await Pack();

        package.Entries.Select(entry => entry.FullName).Should().Contain(["lib/net10.0/HttpPerf.dll", "lib/net10.0/HttpPerf.xml", "thresholds.schema.json"]);
        var nuspec = XDocument.Load(package.GetEntry("HttpPerf.nuspec")!.Open());
        nuspec.Descendants().Where(e => e.Name.LocalName is "dependency" or "frameworkReference").Select(e => (e.Attribute("id") ?? e.Attribute("name"))!.Value)
            .Should().Contain(["HttpPerf.Server", "BenchmarkDotNet", "Microsoft.AspNetCore.Mvc.Testing", "xunit.v3.extensibility.core", "Microsoft.AspNetCore.App"])
            .And.NotContain(name => name.StartsWith("FluentAssertions", StringComparison.Ordinal) || name.StartsWith("xunit.v3.core", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_dozen_lines_make_a_project_whose_dotnet_test_works()
    {
        (await Pack()).Dispose();
        Write("nuget.config", $"""
            <configuration>
              <packageSources>
                <add key="local" value="{_folder}" />
              </packageSources>
              <config>
                <add key="globalPackagesFolder" value="{Path.Combine(_folder, "packages")}" />
              </config>
              <fallbackPackageFolders>
                <add key="restored" value="{PackagesFolder}" />
              </fallbackPackageFolders>
            </configuration>
            """);
        Write("Perf.csproj", """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <TargetFramework>net10.0</TargetFramework>
                <OutputType>Exe</OutputType>
                <ImplicitUsings>enable</ImplicitUsings>
                <Optimize>true</Optimize>
                <ConcurrentGarbageCollection>false</ConcurrentGarbageCollection>
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="HttpPerf" Version="0.1.0" />
                <PackageReference Include="Microsoft.NET.Test.Sdk" Version="18.0.1" />
                <PackageReference Include="xunit.runner.visualstudio" Version="3.1.5" />
                <PackageReference Include="xunit.v3.mtp-v1" Version="3.2.2" />
              </ItemGroup>
            </Project>
            """);
        Write("Copying.cs", """
            using BenchmarkDotNet.Attributes;
            using HttpPerf;

            [BenchmarkCategory("Copying")]
            public class Copying
            {
                [Benchmark]
                public byte[] Copies() => new byte[1000];
            }

            public class CopyingTests
            {
                [PerfTheory<Copying>]
                public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
            }
            """);
        Write("thresholds.json", """{ "benchmarks": { "Copying.*": { "allocatedBytes": 1024 } } }""");

        var output = await Dotnet(_folder, "test", "--filter", "Category=Copying");

        output.Should().Contain("Passed!  - Failed:     0, Passed:     1");
        Directory.GetFiles(Path.Combine(_folder, "artifacts", "Copying"), "*.md", SearchOption.AllDirectories).Should().ContainSingle();
    }

    private static string PackagesFolder =>
        Environment.GetEnvironmentVariable("NUGET_PACKAGES") is { Length: > 0 } configured
            ? configured
            : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

    // Packs all packages of the solution into one folder, and opens the library's own.
    private async Task<ZipArchive> Pack()
    {
        var configuration = Directory.GetParent(AppContext.BaseDirectory.TrimEnd('/'))!.Name;
        await Dotnet(TestProject.Repository, "pack", "HttpPerf.sln", "--no-build", "-c", configuration, "-o", _folder);
        return await ZipFile.OpenReadAsync(Directory.GetFiles(_folder, "HttpPerf.0.*.nupkg").Should().ContainSingle().Subject);
    }

    private void Write(string name, string text) => File.WriteAllText(Path.Combine(_folder, name), text);

    private async Task<string> Dotnet(string folder, params string[] arguments)
    {
        var command = new ProcessStartInfo(DotnetHost.Find(), arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
        };
        // Servers of the build would outlive it and hold its output open.
        command.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        command.Environment["UseSharedCompilation"] = "false";
        command.Environment["TMPDIR"] = Directory.CreateDirectory(Path.Combine(_folder, "tmp")).FullName;
        foreach (var name in command.Environment.Keys.Where(n => n.StartsWith("HTTPPERF_", StringComparison.Ordinal) || n == "NUGET_PACKAGES").ToList())
            command.Environment.Remove(name);
        using var process = Process.Start(command)!;
        var output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken).WaitAsync(TimeSpan.FromMinutes(3));
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        process.ExitCode.Should().Be(0, output);
        return output;
    }
}
