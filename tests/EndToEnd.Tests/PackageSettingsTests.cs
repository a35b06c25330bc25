using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>
/// Properties that the packages set in a project, which may set others. Only their own files are read, in the order of a build.
/// </summary>
public sealed class PackageSettingsTests(PackageSettingsTests.Fixture fixture) : IClassFixture<PackageSettingsTests.Fixture>
{
    public static TheoryData<string, string, string> Properties => new()
    {
        { "", "", "true|false|Exe|RunConfiguration.TreatNoTestsAsError=true;|Configuration=Release|xunit.runner.json" },
        { "<Optimize>false</Optimize><OutputType>WinExe</OutputType>", "", "false|false|WinExe|*|*|" },
        { "<ConcurrentGarbageCollection>true</ConcurrentGarbageCollection>", "", "*|true|*|*|*|*" },
        { "<HttpPerfOptimizeReferences>false</HttpPerfOptimizeReferences>", "", "*|*|*|*||*" },
        { "", "<HttpPerfAllowsNoTests>true</HttpPerfAllowsNoTests>", "*|*|*||*|*" },
        { "", "<HttpPerfRunnerConfiguration>false</HttpPerfRunnerConfiguration>", "*|*|*|*|*|" },
    };

    public static TheoryData<string> Files => ["xunit.runner.json", "../xunit.runner.json", "Perf.xunit.runner.json"];

    [Theory]
    [MemberData(nameof(Properties))]
    public void A_project_has_the_packages_settings_unless_it_says_otherwise(string before, string project, string expected) =>
        Shown(Evaluated(before, project)).Should().Match(expected);

    [Theory]
    [MemberData(nameof(Files))]
    public void A_runner_configuration_of_the_project_takes_the_place_of_the_packages(string file) =>
        Shown(WithFile(file)).Should().Match($"*|{Path.GetFileName(file)}");

    private string Shown(string project)
    {
        var (exitCode, output) = fixture.Built[project];
        exitCode.Should().Be(0, output);
        return output.Trim();
    }

    private static string WithFile(string file) => Evaluated("", "", $"<Content Include=\"{file}\" />");

    /// <param name="before">Properties of a Directory.Build.props.</param>
    /// <param name="project">Properties of the project.</param>
    /// <param name="items">Items of the project.</param>
    private static string Evaluated(string before, string project, string items = "") => $"""
        <Project DefaultTargets="Show">
          <PropertyGroup>{before}</PropertyGroup>
          <Import Project="{BroughtFiles.Find("HttpPerf", "props")}" />
          <Import Project="{BroughtFiles.Find("HttpPerf.Xunit", "props")}" />
          <PropertyGroup>{project}</PropertyGroup>
          <ItemGroup><ProjectReference Include="Api.csproj" />{items}</ItemGroup>
          <Import Project="{BroughtFiles.Find("HttpPerf", "targets")}" />
          <Import Project="{BroughtFiles.Find("HttpPerf.Xunit", "targets")}" />
          <Target Name="AssignTargetPaths" />
          <Target Name="Show" DependsOnTargets="AssignTargetPaths;HttpPerfTreatNoTestsAsError">
            <PropertyGroup>
              <Shown>$(Optimize)|$(ConcurrentGarbageCollection)|$(OutputType)|$(VSTestCLIRunSettings)</Shown>
              <Shown>$(Shown)|@(ProjectReference->'%(SetConfiguration)')|@(Content->'%(Filename)%(Extension)')</Shown>
            </PropertyGroup>
            <Message Text="$(Shown)" Importance="high" />
          </Target>
        </Project>
        """;

    public sealed class Fixture : IAsyncLifetime
    {
        internal IReadOnlyDictionary<string, (int ExitCode, string Output)> Built { get; private set; } = null!;

        public async ValueTask InitializeAsync() => Built = await BroughtFiles.Build(
        [
            .. Properties.Select(row => Evaluated(row.Data.Item1, row.Data.Item2)),
            .. Files.Select(row => WithFile(row.Data)),
        ]);

        public ValueTask DisposeAsync() => default;
    }
}
