using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>
/// Filters by category, before VSTest, for which there is a stand-in. The categories are those of a sample that was built.
/// </summary>
public sealed class CategoryTests
{
    [Theory]
    [InlineData("Category=ReadJsn")]
    [InlineData("Category=Read")]
    public async Task A_category_that_no_test_has_is_an_error_with_those_there_are(string filter)
    {
        var (exitCode, output) = await Test(filter);

        exitCode.Should().Be(1, output);
        output.Should().Contain(
                $"error : No test of Perf has the category {filter["Category=".Length..]}. The categories are ReadJson.")
            .And.NotContain("Tested");
    }

    [Theory]
    [InlineData("Category=ReadJson")]
    [InlineData("Category=readjson")]
    [InlineData("Category=ReadJsn|Category=ReadJson")]
    [InlineData("Category!=ReadJsn")]
    [InlineData("DisplayName~ReadJsn")]
    [InlineData("Category=InASource")]
    [InlineData("Category=ReadJsn", "<HttpPerfAllowsNoTests>true</HttpPerfAllowsNoTests>")]
    [InlineData("Category=ReadJsn", "<VSTestCLIRunSettings>RunConfiguration.TreatNoTestsAsError=false</VSTestCLIRunSettings>")]
    [InlineData("Category=ReadJsn", "<IsTestProject>false</IsTestProject>")]
    [InlineData("Category=ReadJsn", "<TargetFileName>Nothing.dll</TargetFileName>")]
    public async Task Any_other_filter_is_left_to_VSTest_and_so_is_a_category_that_a_source_names(string filter, string properties = "")
    {
        var (exitCode, output) = await Test(filter, properties);

        exitCode.Should().Be(0, output);
        output.Should().Contain("Tested");
    }

    [Theory]
    [InlineData("Category=ReadPattern", "<SolutionName>HttpPerf</SolutionName>", "false true")]
    [InlineData("Category=ReadPattern", "<SolutionName>HttpPerf</SolutionName><HasCategories>true</HasCategories>", "true")]
    [InlineData("Category=ReadPattern", "", "true")]
    [InlineData("Category=ReadPattern|Category=Refit", "<SolutionName>HttpPerf</SolutionName>", "true")]
    [InlineData("", "<SolutionName>HttpPerf</SolutionName>", "true")]
    public async Task A_category_selects_the_projects_of_this_solution_that_have_some_and_no_other_is_built(
        string filter, string properties, string isTestedAndNotBuilt)
    {
        var (exitCode, output) = await BroughtFiles.Build(
            $"""
            <Project>
              <PropertyGroup>
                <IsTestProject>true</IsTestProject>
                <VSTestTestCaseFilter>{filter}</VSTestTestCaseFilter>
                {properties}
              </PropertyGroup>
              <Import Project="{Path.Combine(TestProject.Repository, "Directory.Build.targets")}" />
              <PropertyGroup>
                <Both>$(IsTestProject) $(VSTestNoBuild)</Both>
              </PropertyGroup>
            </Project>
            """,
            "-getProperty:Both");

        exitCode.Should().Be(0, output);
        output.Trim().Should().Be(isTestedAndNotBuilt);
    }

    private static Task<(int ExitCode, string Output)> Test(string filter, string properties = "") =>
        BroughtFiles.Build(
            $"""
            <Project>
              <PropertyGroup Label="InASource">
                <OutputType>Exe</OutputType>
                <IsTestProject>true</IsTestProject>
                <TargetDir>{TestProject.OutputOf("samples/XunitV3")}</TargetDir>
                <TargetFileName>XunitV3.dll</TargetFileName>
                <VSTestTestCaseFilter>{filter}</VSTestTestCaseFilter>
                {properties}
              </PropertyGroup>
              <ItemGroup>
                <Compile Include="Perf.proj" />
              </ItemGroup>
              <Import Project="{BroughtFiles.Find("HttpPerf", "targets")}" />
              <Import Project="{BroughtFiles.Find("HttpPerf.Xunit", "targets")}" />
              <Target Name="ShowCallOfVSTestTaskWithParameter">
                <Message Text="Tested" Importance="high" />
              </Target>
              <Target Name="VSTest" DependsOnTargets="ShowCallOfVSTestTaskWithParameter" />
            </Project>
            """,
            "-t:VSTest");
}
