using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>What the packages set in a project, which may say otherwise. Only their own files are read, in the order of a build.</summary>
public sealed class PackageSettingsTests
{
    [Theory]
    [InlineData("", "", "true|false|Exe|RunConfiguration.TreatNoTestsAsError=true;|Configuration=Release|xunit.runner.json")]
    [InlineData("<Optimize>false</Optimize><OutputType>WinExe</OutputType>", "", "false|false|WinExe|*|*|")]
    [InlineData("<ConcurrentGarbageCollection>true</ConcurrentGarbageCollection>", "", "*|true|*|*|*|*")]
    [InlineData("<HttpPerfOptimizeReferences>false</HttpPerfOptimizeReferences>", "", "*|*|*|*||*")]
    [InlineData("", "<HttpPerfAllowsNoTests>true</HttpPerfAllowsNoTests>", "*|*|*||*|*")]
    [InlineData("", "<HttpPerfRunnerConfiguration>false</HttpPerfRunnerConfiguration>", "*|*|*|*|*|")]
    public async Task A_project_has_the_packages_settings_unless_it_says_otherwise(string before, string project, string expected) =>
        (await Evaluate(before, project, "")).Should().Match(expected);

    [Theory]
    [InlineData("xunit.runner.json")]
    [InlineData("../xunit.runner.json")]
    [InlineData("Perf.xunit.runner.json")]
    public async Task A_runner_configuration_of_the_project_takes_the_place_of_the_packages(string file) =>
        (await Evaluate("", "", $"<Content Include=\"{file}\" />")).Should().Match($"*|{Path.GetFileName(file)}");

    /// <param name="before">Properties of a Directory.Build.props.</param>
    /// <param name="project">Properties of the project.</param>
    /// <param name="items">Items of the project.</param>
    private static async Task<string> Evaluate(string before, string project, string items)
    {
        var (exitCode, output) = await BroughtFiles.Build(
            $"""
            <Project>
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
              </Target>
            </Project>
            """,
            "-t:Show",
            "-getProperty:Shown");
        exitCode.Should().Be(0, output);
        return output.Trim();
    }
}
