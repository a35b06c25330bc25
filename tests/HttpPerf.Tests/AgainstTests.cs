using FluentAssertions;
using HttpPerf.EarlierBuilds;
using HttpPerf.Model.Faults;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using HttpPerf.Pipeline;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests;

/// <summary>What the tests tell the tool of a comparison.</summary>
public sealed class AgainstTests : IDisposable
{
    private static readonly CaseId First = Cases.Alone("Orders.List");
    private static readonly CaseId Second = Cases.Alone("Orders.Create");

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("httpperf-");

    [Fact]
    public void An_earlier_case_that_does_not_work_is_no_failure_of_todays()
    {
        Tell([First], [new(First.Before(), new Fault.WorkerFailed("[GlobalSetup] threw."))]);

        Words().Should().Equal("fault");
        File.ReadAllText(Path.Combine(_folder.FullName, "fault")).Should()
            .Be("Orders.List at main could not be measured, so it can't be compared:\n[GlobalSetup] threw.");
    }

    [Fact]
    public void A_case_that_works_in_neither_build_fails()
    {
        Tell([First], [new(First.Before(), new Fault.WorkerFailed("Old.")), new(First, new Fault.WorkerFailed("New."))]);

        Words().Should().Equal("fault.failed");
    }

    [Fact]
    public void Each_case_of_a_group_counts()
    {
        Tell([First, Second], [new(First.Before(), new Fault.WorkerFailed("Old.")), new(Second, new Fault.WorkerFailed("New."))]);

        Words().Should().BeEquivalentTo("fault", "fault.failed");
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private IEnumerable<string> Words() => _folder.EnumerateFiles().Select(file => file.Name);

    private void Tell(CaseId[] invalid, CaseFailure[] failures) =>
        new Against("folder", "at main", Path.Combine(_folder.FullName, "fault")).Tell(
            new JudgedGroup(
                [.. invalid.Select(id => new JudgedCase(id, null, new Verdict.Invalid(new Fault.NothingToPropose(null))))],
                new GroupComparison([], failures, AACheck.None)),
            new EarlierGroup(null!, [new Benchmark(First.Before(), 1, () => throw new NotSupportedException())], [], []));
}
