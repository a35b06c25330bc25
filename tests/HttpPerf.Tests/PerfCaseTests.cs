using FluentAssertions;
using HttpPerf.Pipeline;
using HttpPerf.Tests.Running;
using Xunit;

namespace HttpPerf.Tests;

/// <summary>Cases as a test framework gets them.</summary>
public sealed class PerfCaseTests
{
    [Fact]
    public void A_class_is_a_list_of_cases_with_names_and_categories()
    {
        var cases = PerfCase.Discover(typeof(Declared.WithCategories));

        cases.Select(c => c.Name).Should().Equal("Declared.WithCategories.Plain", "Declared.WithCategories.Categorized");
        cases[1].Categories.Should().BeEquivalentTo("Class", "Method", "Other");
        cases[0].ToString().Should().Be(cases[0].Name);
        cases[1].Id.Method.Should().Be("Categorized");
        PerfCase.CategoriesOf(typeof(Declared.WithCategories)).Should().Equal("Class");
    }

    [Theory]
    [InlineData("Declared.Plain.Usual")]
    [InlineData("Usual")]
    public void A_case_is_found_by_its_name_with_or_without_its_class(string name) =>
        PerfCase.Find(typeof(Declared.Plain), name).Name.Should().Be("Declared.Plain.Usual");

    [Fact]
    public void A_case_that_is_not_there_is_refused_with_those_that_are() =>
        FluentActions.Invoking(() => PerfCase.Find(typeof(Declared.Plain), "Unusual")).Should().Throw<ArgumentException>().WithMessage(
            "Declared.Plain has no case Unusual. It has:\n  Declared.Plain.Other\n  Declared.Plain.Usual*");

    [Fact]
    public void A_session_reads_its_own_environment()
    {
        var session = new PerfSession(new RunContext(new Dictionary<string, string> { ["HTTPPERF_DRY"] = "1" }));

        PerfCase.Discover(typeof(Declared.Plain), session, ConsoleTestOutput.Get)[0].ShouldMeetItsThresholds();

        PerfRun.End(session).Should().Equal("Every case was called once. Nothing was measured or judged, because HTTPPERF_DRY is 1.");
    }

    [Fact]
    public void Variables_are_read_once_and_those_of_CI_systems_when_they_are_asked_for()
    {
        var run = new RunContext(new Dictionary<string, string>
        {
            ["HTTPPERF_CI"] = "0",
            ["HTTPPERF_MACHINE"] = "",
        });

        run.FindVariable("HTTPPERF_CI").Should().Be("0");
        run.FindVariable("HTTPPERF_ARTIFACTS").Should().BeNull();
        run.FindVariable("PATH").Should().Be(Environment.GetEnvironmentVariable("PATH"));
        (run.Machine.Name, run.Artifacts).Should().Be(("", null));
    }
}
