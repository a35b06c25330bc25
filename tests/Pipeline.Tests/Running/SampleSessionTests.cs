using FluentAssertions;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests.Running;

/// <summary>Runs that end before anything is measured.</summary>
[Collection(nameof(RealMeasurements))]
public sealed class SampleSessionTests
{
    private const string Dry = "HTTPPERF_DRY";

    /// <summary>Each mistake has its line and column in the tests of the reader; here are those that need the benchmarks.</summary>
    [Fact]
    public void What_is_wrong_in_the_file_is_said_with_line_and_column_before_anything_is_measured()
    {
        using var session = new SampleSession(
            """
            { "benchmarks": {
                "Alone.*": { "timeRatio": 1.2 },
                "Alone.Alocates": { "allocatedBytes": 2000 }
            } }
            """);

        session.Test("Alone")["Alone.Allocates"].Should().BeOfType<ThresholdsException>().Which.Message.Should().ContainAll(
            """thresholds.json:2:18: "timeRatio" compares with a baseline, but Alone.Allocates, the only benchmark that matches, """
                + """is in a group without one. Mark one""",
            """thresholds.json:3:5: "Alone.Alocates" matches no benchmark. Did you mean "Alone.Allocates"?""");
        session.End().Should().BeEmpty();
    }

    /// <summary>The repository's own file is for tests/PerfTests. The sample uses it too, because it is above it.</summary>
    [Fact]
    public void Entries_for_benchmarks_of_another_project_are_rejected()
    {
        using var session = new SampleSession(thresholds: null, ("HTTPPERF_THRESHOLDS", ""));

        session.Test("Alone")["Alone.Allocates"].Should().BeOfType<ThresholdsException>().Which.Message.Should().MatchRegex(
            "thresholds\\.json:\\d+:5: \"ReadPattern\\.\\*\\(Size: 10\\)\" matches no benchmark\\. "
            + "If it is for another project, move it to that project's thresholds\\.json\\.");
    }

    [Fact]
    public void A_file_that_does_not_exist_is_named_before_anything_is_measured()
    {
        using var session = new SampleSession(thresholds: null);

        session.Test("Alone")["Alone.Allocates"].Should().BeOfType<ThresholdsException>().Which.Message.Should().MatchRegex(
            "^The environment variable HTTPPERF_THRESHOLDS is \".*/thresholds.json\", which does not exist\\.");
        session.End().Should().BeEmpty();
    }

    [Fact]
    public void A_variable_that_means_nothing_is_told_before_anything_is_measured()
    {
        using var session = new SampleSession(
            """{ "benchmarks": { "Slow.*": { "allocatedBytes": 2000 } } }""", ("HTTPPERF_BUDGET_SECONDS", "a minute"));

        session.Test("Slow")["Slow.Sleeps"].Should().BeOfType<ThresholdsException>().Which.Message.Should().Be(
            """
            The environment has 1 problem:
              The environment variable HTTPPERF_BUDGET_SECONDS is "a minute". Set it to a number of seconds from 1 to 600, or unset it;
            """
            + """
             the default is 10.
            """);
        session.End().Should().BeEmpty();
    }

    [Fact]
    public void In_a_dry_run_what_works_passes_without_limits_and_what_does_not_fails_with_the_reason()
    {
        using var session = new SampleSession(thresholds: null, (Dry, "1"));

        var failures = session.Test("Faulty");

        failures.Where(test => test.Value is null).Select(test => test.Key).Should().BeEquivalentTo("Faulty.Works", "Faulty.WorksToo");
        session.Output.Should().StartWith("Called once and not measured, because HTTPPERF_DRY is 1.");
        failures["Faulty.Throws"].Should().BeOfType<PerfTestException>().Which.Message.Should().StartWith(
            """
            Faulty.Throws does not work.

              The benchmark threw System.InvalidOperationException: the disk is full
            """);
        failures["Faulty.FailsInSetup"]!.Message.Should().Contain("no database");
        failures["Faulty.FailsInCleanup"]!.Message.Should().Contain("the file is in use");
        failures["Faulty.ForgetsItsWork"]!.Message.Should().Contain("It starts work that nothing awaits");
        session.Artifacts.Should().BeEmpty();
        session.End().Should().Equal("Every case was called once. Nothing was measured or judged, because HTTPPERF_DRY is 1.");
    }

    /// <summary>Each test framework has its way to skip a test.</summary>
    [Fact]
    public void In_a_dry_run_a_test_whose_code_asserts_is_skipped()
    {
        using var session = new SampleSession(thresholds: null, (Dry, "1"));

        session.Invoking(s => s.Measure("Sample.Reads(Size: 10)"))
            .Should().Throw<InvalidRunException>()
            .WithMessage("Sample.Reads(Size: 10) works. It was called once and not measured, because HTTPPERF_DRY is 1.");
    }

    [Fact]
    public void A_run_without_its_earlier_build_fails_and_the_tool_learns_why()
    {
        const string Message = "There is no earlier build to compare with: *nowhere does not exist. Set HTTPPERF_AGAINST to the folder";
        var folder = Frame.NewFolder();
        using var session = new SampleSession(
            """{ "benchmarks": {} }""", ("HTTPPERF_AGAINST", Path.Combine(folder, "nowhere")), ("HTTPPERF_AGAINST_RESULTS", folder));

        session.Test("Changed").Values.Should().AllSatisfy(failure => failure!.Message.Should().Match($"*{Message}*"));

        var results = ResultsFile.Read(Directory.GetFiles(folder, "*-SampleTests.json").Single());
        results.Cases.Should().NotBeEmpty().And.AllSatisfy(c => c.EarlierFault.Should().Match($"*{Message}*"));
        Directory.Delete(folder, recursive: true);
    }
}
