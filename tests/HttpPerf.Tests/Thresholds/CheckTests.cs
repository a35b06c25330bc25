using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.Thresholds;

public sealed class CheckTests
{
    [Theory]
    [InlineData(""" "*": { "timeRatio": 1.15 } """)]
    [InlineData(""" "ReadPattern.*": { "timeRatio": 1.15 }, "Lifetime.*": { "allocatedBytes": 1 } """)]
    [InlineData(""" "ReadPattern.ReadAsString(Size: 1000)": { "allocatedBytes": 1 } """)]
    [InlineData(""" "ReadPattern.GetStream(Size: 1000)": { "allocatedRatio": 1 } """)]
    public void Entries_that_can_do_what_they_say_are_accepted(string entries) =>
        Example.WithEntries(entries).Invoking(file => file.Check(Example.AllCases)).Should().NotThrow();

    [Fact]
    public void A_name_that_differs_by_one_parameter_value_is_corrected() =>
        Reject(""" "ReadPattern.GetStream(Size: 100)": { "timeRatio": 1.15 } """).Should().Be(
            """thresholds.json:2:2: "ReadPattern.GetStream(Size: 100)" matches no benchmark. Did you mean "ReadPattern.GetStream(Size: """
            + """1000)"? "dotnet test --list-tests" shows the names.""");

    [Fact]
    public void A_name_that_differs_by_a_wholly_other_value_is_corrected() =>
        Reject(""" "Lifetime.Reused(Address: http://localhost:5000/)": { "medianTime": 1 } """).Should().Be(
            """thresholds.json:2:2: "Lifetime.Reused(Address: http://localhost:5000/)" matches no benchmark. """
            + """Did you mean "Lifetime.Reused(Scheme: https)"? "dotnet test --list-tests" shows the names.""");

    [Fact]
    public void A_name_that_differs_by_case_is_corrected() => Reject(""" "readpattern.Get*": { "timeRatio": 1.15 } """).Should().Be(
        """thresholds.json:2:2: "readpattern.Get*" matches no benchmark. Upper and lower case matter: """
        + """did you mean "ReadPattern.GetStream(Size: 1000)"? "dotnet test --list-tests" shows the names.""");

    [Fact]
    public void A_misspelled_pattern_is_corrected() => Reject(""" "ReadPatern.*(Size: 1000)": { "timeRatio": 1.15 } """).Should().StartWith(
        """thresholds.json:2:2: "ReadPatern.*(Size: 1000)" matches no benchmark. Did you mean "ReadPattern.""");

    [Fact]
    public void A_name_like_no_other_is_left_uncorrected() => Reject(""" "X*": { "timeRatio": 1.15 } """).Should().Be(
        """thresholds.json:2:2: "X*" matches no benchmark. If it is for another project, move it to that project's thresholds.json."""
        + """ "dotnet test --list-tests" shows the names.""");

    [Fact]
    public void A_ratio_without_a_baseline_is_rejected() =>
        Reject(""" "Lifetime.Reused(Scheme: https)": { "timeRatio": 1.15 } """).Should().Be(
            """thresholds.json:2:38: "timeRatio" compares with a baseline, but Lifetime.Reused(Scheme: https), """
            + """the only benchmark that matches, is in a group without one. Mark one with [Benchmark(Baseline = true)], """
            + """or limit another metric.""");

    [Fact]
    public void A_ratio_of_nothing_but_groups_without_a_baseline_is_rejected() =>
        Reject(""" "Lifetime.*": { "medianTime": 1, "timeRatio": 1.15 } """, Example.Alone, Cases.Alone("Lifetime.New(Scheme: https)"))
            .Should().Be(
            """thresholds.json:2:35: "timeRatio" compares with a baseline, but each of the 2 benchmarks that match is in a group without """
            + """one. Mark one with [Benchmark(Baseline = true)], or limit another metric.""");

    [Fact]
    public void A_ratio_of_the_baseline_itself_is_rejected() =>
        Reject(""" "ReadPattern.ReadAsString(Size: 1000)": { "allocatedRatio": 1.15 } """).Should().Be(
            """thresholds.json:2:44: "allocatedRatio" compares with a baseline, but ReadPattern.ReadAsString(Size: 1000), """
            + """the only benchmark that matches, is a baseline itself, whose ratio is 1 by definition. """
            + """Limit the benchmarks that are compared with it, or another metric.""");

    [Fact]
    public void A_ratio_of_nothing_that_is_compared_is_rejected() =>
        Reject(""" "*": { "timeRatio": 1.15 } """, Example.Baseline, Example.Alone).Should().Be(
            """thresholds.json:2:9: "timeRatio" compares with a baseline, but each of the 2 benchmarks that match is a baseline itself """
            + """or in a group without one. Limit the benchmarks that are compared, or another metric.""");

    [Fact]
    public void All_problems_are_told_at_once_in_the_order_of_their_lines()
    {
        var file = Example.WithEntries("""
            "ReadPattern.*": { "timeRatio": 1.1 },
            "*(Size: 1000)": { "timeRatio": 1.2 },
            "Lifetime.*": { "timeRatio": 1.15 },
            "Lifetyme.*": { "medianTime": 1 }
            """);
        file.Invoking(it => it.Check(Example.AllCases)).Should().Throw<ThresholdsException>()
            .Which.Problems.Select(problem => (problem.Line, problem.Column)).Should().Equal((3, 20), (4, 17), (5, 1));
    }

    [Fact]
    public void A_hint_is_given_for_fifty_names_and_not_for_more()
    {
        var entries = string.Join(
            ",\n", Enumerable.Range(0, 51).Select(i => $$""" "Lifetime.Reuse(Scheme: {{i}})": { "medianTime": 1 } """));

        var problems = Example.WithEntries(entries).Invoking(file => file.Check(Example.AllCases))
            .Should().Throw<ThresholdsException>().Which.Problems;

        problems.Take(50).Should().OnlyContain(problem => problem.Message.Contains("Did you mean \"Lifetime.Reused(Scheme: https)\"?"));
        problems[50].Message.Should().Be(
            """ "Lifetime.Reuse(Scheme: 50)" matches no benchmark. If it is for another project, move it to that project's """.TrimStart()
            + """thresholds.json. "dotnet test --list-tests" shows the names.""");
    }

    [Fact]
    public void Benchmarks_whose_class_has_an_error_may_have_entries() =>
        Example.WithEntries(""" "Refit.*": { "timeRatio": 1.15 }, "Refit.Get(Request: Get)": { "allocatedBytes": 1 } """)
            .Invoking(file => file.Check(Example.AllCases, "Refit.*")).Should().NotThrow();

    [Fact]
    public void Other_entries_without_a_benchmark_stay_an_error() =>
        Example.WithEntries(""" "RestSharp.*": { "timeRatio": 1.15 } """)
            .Invoking(file => file.Check(Example.AllCases, "Refit.*"))
            .Should().Throw<ThresholdsException>();

    private static string Reject(string entries, params CaseId[] cases) =>
        FluentActions.Invoking(() => Example.WithEntries(entries).Check(cases.Length == 0 ? Example.AllCases : cases))
            .Should().Throw<ThresholdsException>().Which.Problems.Should().ContainSingle().Which.ToString();
}
