using System.Diagnostics;
using System.IO.Compression;
using System.Xml.Linq;
using FluentAssertions;
using HttpPerf.Hosting.Child;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

public sealed class PackageTests(PackageTests.Fixture fixture) : IClassFixture<PackageTests.Fixture>
{
    private readonly string _folder = fixture.Folder;

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
                <PackageReference Include="HttpPerf.Xunit" Version="0.1.0" />
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

        var output = await Dotnet(_folder, fixture.Temporary, "test", "--filter", "Category=Copying");

        output.Should().Contain("Passed!  - Failed:     0, Passed:     1");
        Directory.GetFiles(Path.Combine(_folder, "artifacts", "Copying"), "*.md", SearchOption.AllDirectories).Should().ContainSingle();
    }

    private static string PackagesFolder =>
        Environment.GetEnvironmentVariable("NUGET_PACKAGES") is { Length: > 0 } configured
            ? configured
            : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

    // Packs all packages of the solution into one folder, and opens the library's own.
    private ZipArchive Open(string package) => ZipFile.OpenRead(Path.Combine(_folder, $"{package}.0.1.0.nupkg"));

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

    private void Write(string name, string text) => File.WriteAllText(Path.Combine(_folder, name), text);

    private static async Task<string> Dotnet(string folder, string temporary, params string[] arguments)
    {
        var command = new ProcessStartInfo(DotnetHost.Find(), arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
        };
        // Servers of the build would outlive it and hold its output open.
        command.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        command.Environment["UseSharedCompilation"] = "false";
        command.Environment["TMPDIR"] = Directory.CreateDirectory(temporary).FullName;
        foreach (var name in command.Environment.Keys.Where(IsOurs).ToList())
            command.Environment.Remove(name);
        using var process = Process.Start(command)!;
        var output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken).WaitAsync(TimeSpan.FromMinutes(6));
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        process.ExitCode.Should().Be(0, output);
        return output;
    }

    private static bool IsOurs(string variable) =>
        variable.StartsWith("HTTPPERF_", StringComparison.Ordinal) || variable == "NUGET_PACKAGES";

    /// <summary>A folder with the packages of the solution as it was built.</summary>
    public sealed class Fixture : IAsyncLifetime
    {
        internal string Folder { get; } = Directory.CreateTempSubdirectory("httpperf-package-").FullName;

        internal string Temporary => Path.Combine(Folder, "tmp");

        public async ValueTask InitializeAsync()
        {
            var configuration = Directory.GetParent(AppContext.BaseDirectory.TrimEnd('/'))!.Name;
            await Dotnet(TestProject.Repository, Temporary, "pack", "HttpPerf.sln", "--no-build", "-c", configuration, "-o", Folder);
        }

        public ValueTask DisposeAsync()
        {
            Directory.Delete(Folder, recursive: true);
            return default;
        }
    }
}
