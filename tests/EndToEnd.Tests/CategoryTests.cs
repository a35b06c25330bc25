using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>
/// Filters by category, before VSTest, for which there is a stand-in. The categories are those of a sample that was built.
/// </summary>
public sealed class CategoryTests(CategoryTests.Fixture fixture) : IClassFixture<CategoryTests.Fixture>
{
    public static TheoryData<string> Misspelled => ["Category=ReadJsn", "Category=Read"];

    public static TheoryData<string, string> Others => new()
    {
        { "Category=ReadJson", "" },
        { "Category=readjson", "" },
        { "Category=ReadJsn|Category=ReadJson", "" },
        { "Category!=ReadJsn", "" },
        { "DisplayName~ReadJsn", "" },
        { "Category=InASource", "" },
        { "Category=ReadJsn", "<HttpPerfAllowsNoTests>true</HttpPerfAllowsNoTests>" },
        { "Category=ReadJsn", "<VSTestCLIRunSettings>RunConfiguration.TreatNoTestsAsError=false</VSTestCLIRunSettings>" },
        { "Category=ReadJsn", "<IsTestProject>false</IsTestProject>" },
        { "Category=ReadJsn", "<TargetFileName>Nothing.dll</TargetFileName>" },
    };

    public static TheoryData<string, string, string> OfSolution => new()
    {
        { "Category=ReadPattern", "<SolutionName>HttpPerf</SolutionName>", "false true" },
        { "Category=ReadPattern", "<SolutionName>HttpPerf</SolutionName><HasCategories>true</HasCategories>", "true" },
        { "Category=ReadPattern", "", "true" },
        { "Category=ReadPattern|Category=Refit", "<SolutionName>HttpPerf</SolutionName>", "true" },
        { "", "<SolutionName>HttpPerf</SolutionName>", "true" },
    };

    [Theory]
    [MemberData(nameof(Misspelled))]
    public void A_category_that_no_test_has_is_an_error_with_those_there_are(string filter)
    {
        var (exitCode, output) = fixture.Built[Tested(filter)];

        exitCode.Should().Be(1, output);
        output.Should().Contain(
                $"error : No test of Perf has the category {filter["Category=".Length..]}. The categories are ReadJson.")
            .And.NotContain("Tested");
    }

    [Theory]
    [MemberData(nameof(Others))]
    public void Any_other_filter_is_left_to_VSTest_and_so_is_a_category_that_a_source_names(string filter, string properties)
    {
        var (exitCode, output) = fixture.Built[Tested(filter, properties)];

        exitCode.Should().Be(0, output);
        output.Should().Contain("Tested");
    }

    [Theory]
    [MemberData(nameof(OfSolution))]
    public void A_category_selects_the_projects_of_this_solution_that_have_some_and_no_other_is_built(
        string filter, string properties, string isTestedAndNotBuilt)
    {
        var (exitCode, output) = fixture.Built[InSolution(filter, properties)];

        exitCode.Should().Be(0, output);
        output.Trim().Should().Be(isTestedAndNotBuilt);
    }

    private static string InSolution(string filter, string properties) => $"""
        <Project>
          <PropertyGroup>
            <IsTestProject>true</IsTestProject>
            <VSTestTestCaseFilter>{filter}</VSTestTestCaseFilter>
            {properties}
          </PropertyGroup>
          <Import Project="{Path.Combine(TestProject.Repository, "Directory.Build.targets")}" />
          <Target Name="Show">
            <Message Text="$(IsTestProject) $(VSTestNoBuild)" Importance="high" />
          </Target>
        </Project>
        """;

    private static string Tested(string filter, string properties = "") => $"""
        <Project DefaultTargets="VSTest">
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
        """;

    public sealed class Fixture : IAsyncLifetime
    {
        internal IReadOnlyDictionary<string, (int ExitCode, string Output)> Built { get; private set; } = null!;

        public async ValueTask InitializeAsync() => Built = await BroughtFiles.Build(
        [
            .. Misspelled.Select(row => Tested(row.Data)),
            .. Others.Select(row => Tested(row.Data.Item1, row.Data.Item2)),
            .. OfSolution.Select(row => InSolution(row.Data.Item1, row.Data.Item2)),
        ]);

        public ValueTask DisposeAsync() => default;
    }
}
