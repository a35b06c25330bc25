using System.Text.RegularExpressions;
using FluentAssertions;
using HttpPerf.Hosting.Child;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>
/// The ways to run tests of xUnit v3. The packages are compiled with xUnit 3.2 and BenchmarkDotNet 0.14, which a project of the template
/// uses; here they are used by a project of xUnit 4.0 and BenchmarkDotNet 0.15.
/// </summary>
public sealed partial class RunnerTests(RunnerTests.Fixture xunit4) : IClassFixture<RunnerTests.Fixture>
{
    private static readonly string Sample = Path.Combine(TestProject.OutputOf("samples/XunitV3"), "XunitV3");

    [Fact]
    public async Task All_code_of_the_adapter_finds_what_it_needs_in_xUnit_4_and_every_case_passes()
    {
        var (exitCode, output) = await xunit4.Run(xunit4.Executable);

        exitCode.Should().Be(0, output);
        output.Should().Contain("succeeded: 2");
    }

    [Fact]
    public async Task A_case_is_measured_and_judged_with_later_versions_of_xUnit_and_BenchmarkDotNet()
    {
        var (exitCode, output, results) = await xunit4.Measure("--filter-trait", "Category=Copying");

        exitCode.Should().Be(0, output);
        results.Cases.Should().ContainSingle().Which.Metrics["allocatedBytes"].Value.Should().Be(1024);
        results.Machine.Processor.Should().NotBeNullOrEmpty();
    }

    [Fact]
    public async Task An_executable_runs_a_case_alone_by_the_ID_that_it_lists()
    {
        var (_, list) = await xunit4.Run(xunit4.Executable, "--xunit-list", "full");
        var id = IdOfCase().Match(list).Groups[1].Value;

        var (exitCode, output) = await xunit4.Run(xunit4.Executable, "--filter-uid", id, "--output", "Detailed");

        exitCode.Should().Be(0, output);
        output.Should().Contain("passed Copying.Copies").And.Contain("total: 1");
    }

    [Fact]
    public async Task The_name_that_is_shown_selects_a_case_with_either_platform()
    {
        const string Filter = "FullyQualifiedName~Copying.Copies";
        var dotnet = DotnetHost.Find();

        var (exitCode, output) = await xunit4.Run(dotnet, "test", "--no-build", "--filter", Filter);
        exitCode.Should().Be(0, output);
        output.Should().Contain("total: 1");

        // A folder without the global.json that chooses the platform.
        (exitCode, output) = await xunit4.RunIn(
            xunit4.Packages.Folder, dotnet, "test", $"{xunit4.Executable}.dll", "--filter", Filter, "--logger", "console;verbosity=normal");
        exitCode.Should().Be(0, output);
        output.Should().Contain("Passed Copying.Copies").And.Contain("Total tests: 1");
    }

    [Fact]
    public async Task A_category_selects_cases_of_an_executable_and_one_that_does_not_exist_fails()
    {
        foreach (var (program, category) in new[] { (Sample, "ReadJson"), (xunit4.Executable, "Copying") })
        {
            var (exitCode, output) = await xunit4.Run(program, "--filter-trait", $"Category={category}", "--list-tests");
            exitCode.Should().Be(0, output);
            output.Should().Contain($"{category}.");

            (exitCode, output) = await xunit4.Run(program, "--filter-trait", "Category=Nowhere");
            exitCode.Should().Be(8, output);
            output.Should().Contain("Zero tests ran");
        }
    }

    [Fact]
    public async Task A_variant_of_xUnit_beside_the_packages_is_an_error_that_says_how_to_replace_it()
    {
        var folder = Directory.CreateDirectory(Path.Combine(xunit4.Packages.Folder, "xunit-variant")).FullName;
        xunit4.Packages.WriteSources(folder);
        CopyingProject.Write(folder, ("xunit.v3.mtp-off", "4.0.2"));

        var (exitCode, output) = await xunit4.RunIn(folder, DotnetHost.Find(), "build");

        exitCode.Should().Be(1, output);
        output.Should().Contain(
            "this project references xunit.v3.mtp-off, another variant of it. Reference xunit.v3 of the same version instead. ");
    }

    [GeneratedRegex(@"""Copying\.Copies""\s+Test method:  CopyingTests\.Stays_within_its_thresholds\.Copying\.Copies\s+ID: +(\w+)")]
    private static partial Regex IdOfCase();

    /// <summary>A project of xUnit 4.0 and BenchmarkDotNet 0.15, for which <c>dotnet test</c> uses Microsoft.Testing.Platform.</summary>
    public sealed class Fixture(Packages packages) : IAsyncLifetime
    {
        private const string Binding = """
            using System.Reflection;
            using System.Runtime.CompilerServices;
            using HttpPerf;
            using Xunit;

            public class Adapter
            {
                [Fact]
                public void Finds_every_member_that_it_uses()
                {
                    const BindingFlags Declared = BindingFlags.DeclaredOnly
                        | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static;
                    foreach (var type in typeof(PerfTestCase).Assembly.GetTypes().Where(type => !type.ContainsGenericParameters))
                    foreach (var method in type.GetMembers(Declared).OfType<MethodBase>())
                        if (!method.IsAbstract && !method.ContainsGenericParameters)
                            RuntimeHelpers.PrepareMethod(method.MethodHandle);
                }
            }
            """;

        internal Packages Packages => packages;

        internal string Executable => Path.Combine(Folder, "bin", "Debug", "net10.0", "Perf");

        private string Folder => Path.Combine(packages.Folder, "xunit-4");

        public async ValueTask InitializeAsync()
        {
            await packages.Pack();
            Directory.CreateDirectory(Folder);
            packages.WriteSources(Folder);
            CopyingProject.Write(
                Folder, ("BenchmarkDotNet", "0.15.8"), ("xunit.runner.visualstudio", "4.0.1"), ("xunit.v3", "4.0.2"));
            await File.WriteAllTextAsync(Path.Combine(Folder, "Binding.cs"), Binding);
            await File.WriteAllTextAsync(
                Path.Combine(Folder, "global.json"), """{ "test": { "runner": "Microsoft.Testing.Platform" } }""");
            // No package asks for a version of another that is not the one that is there (NU1608).
            await packages.Dotnet(Folder, "build", "-warnaserror");
        }

        public ValueTask DisposeAsync() => default;

        internal async Task<(int ExitCode, string Output, ResultsDocument Results)> Measure(params string[] arguments)
        {
            await File.WriteAllTextAsync(
                Path.Combine(Folder, "thresholds.json"), """{ "benchmarks": { "Copying.Copies": { "allocatedBytes": 1024 } } }""");
            var command = packages.Command(Folder, Executable, arguments);
            command.Environment["HTTPPERF_QUICK"] = "1";
            var (exitCode, output) = await Packages.Run(command);
            return (exitCode, output, ResultsFile.Read(Path.Combine(Folder, "artifacts", "httpperf", "results.json")));
        }

        internal Task<(int ExitCode, string Output)> Run(string program, params string[] arguments) => RunIn(Folder, program, arguments);

        internal Task<(int ExitCode, string Output)> RunIn(string folder, string program, params string[] arguments)
        {
            var command = packages.Command(folder, program, arguments);
            command.Environment["HTTPPERF_DRY"] = "1";
            return Packages.Run(command);
        }
    }
}
