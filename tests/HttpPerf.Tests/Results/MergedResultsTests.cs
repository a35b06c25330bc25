using FluentAssertions;
using HttpPerf.Reports;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests.Results;

public sealed class MergedResultsTests
{
    private static readonly ResultsDocument One = Recorded.Document with
    {
        Groups = [Group("List")],
        AllCases = ["Orders.List", "Orders.Get", "Orders.Add"],
    };

    private static readonly ResultsDocument Other = One with { Groups = [Group("Get")], Started = One.Started.AddMinutes(-5) };

    [Fact]
    public void Groups_of_all_jobs_are_in_one_document_and_what_none_has_run_is_found()
    {
        var merged = MergedResults.Merge([("one.json", One), ("other.json", Other)]);

        merged.Cases.Select(c => c.Name).Should().Equal("Orders.List", "Orders.Get");
        merged.Started.Should().Be(Other.Started);
        MergedResults.FindNotRun(merged).Should().Equal("Orders.Add");
        merged.Groups.SelectMany(group => group.Notes).Should().BeEmpty();
    }

    [Fact]
    public void Where_machines_differ_each_group_names_its_own()
    {
        var elsewhere = Other with { Machine = Other.Machine with { Name = "elsewhere", Processor = null } };

        MergedResults.Merge([("one.json", One), ("other.json", elsewhere)]).Groups.SelectMany(group => group.Notes).Should().Equal(
            "Measured on machine: Processor, Linux.", "Measured on elsewhere: X64, Linux.");
    }

    [Fact]
    public void Results_of_one_case_from_two_jobs_are_refused() => Merging(One, One).Should().Throw<ResultsException>().WithMessage(
        "Orders.List is in one.json and in other.json. Name each job's results once, and let no two jobs run the same case.");

    [Fact]
    public void Different_commits_are_refused() => Merging(One, Other with { Source = new("b2", "main") })
        .Should().Throw<ResultsException>().WithMessage(
            "one.json and other.json are results of different commits, so they can't be put together. Run all jobs on the same commit.");

    [Fact]
    public void Different_limits_are_refused() => Merging(One, Other with { Thresholds = null })
        .Should().Throw<ResultsException>().WithMessage("*are results of different versions of the file with the limits,*");

    [Fact]
    public void Nothing_is_missed_where_the_cases_are_not_known() =>
        MergedResults.FindNotRun(One with { AllCases = null }).Should().BeEmpty();

    private static Action Merging(ResultsDocument one, ResultsDocument other) =>
        () => MergedResults.Merge([("one.json", one), ("other.json", other)]);

    private static GroupResults Group(string method) =>
        new($"Group of {method}", 1, null, [], [], [Recorded.Case(method, CaseVerdict.Passed)]);
}
