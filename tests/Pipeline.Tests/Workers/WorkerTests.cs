using FluentAssertions;
using HttpPerf.Model.Faults;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Statistics;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Workers;
using Xunit;

namespace HttpPerf.Tests.Workers;

/// <summary>Real child processes of this test project.</summary>
public sealed class WorkerTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private readonly List<string> _progress = [];

    [Fact]
    public async Task It_measures_the_cases_of_a_group_that_it_is_asked_for()
    {
        var samples = await Measure(Request<Measured>("One(Size: 2)", "Thrice(Size: 2)") with { Group = "Measured(Size: 2)" });

        samples.Failures.Should().BeEmpty();
        samples.Cases.Select(c => c.Id.Name).Should().Equal("Measured.One(Size: 2)", "Measured.Thrice(Size: 2)");
        samples.Cases.Should().OnlyContain(c => c.Times.Count == 4 && c.Times.All(epoch => epoch.Length > 0));
        samples.Cases.Should().OnlyContain(c => c.Allocation.Counted().BytesPerOperation.Count == 0 && c.SoloRuns.Count == 0);
        var ratios = EpochSummary.OfRatios(samples.Cases[1], samples.Baseline!, rounds => rounds.Times);
        Math.Exp(RatioModel.Of(ratios).Theta).Should().BeInRange(2, 4);
        _progress.Should().Contain(text => text.StartsWith("epoch 1 of 4", StringComparison.Ordinal));
    }

    [Fact]
    public async Task It_samples_other_kinds_where_they_are_asked_for()
    {
        var samples = await Measure(
            Request<Measured>("One(Size: 1)") with
            {
                Group = "Measured(Size: 1)",
                Plan = Plan with { Kinds = SampleKinds.Times | SampleKinds.Bytes },
            });

        samples.Cases.Should().ContainSingle().Which.Allocation.BytesPerOperation.Should().HaveCount(4).And.OnlyContain(e => e.Length > 0);
    }

    [Fact]
    public async Task What_benchmarks_write_disturbs_nothing() =>
        (await Measure(Request<Measured>("Writes(Size: 1)") with { Group = "Measured(Size: 1)" })).Cases.Should().ContainSingle();

    [Fact]
    public async Task A_case_that_fails_there_is_a_failed_case() =>
        (await Measure(Request<Breaking>("Any"))).Failures.Should().ContainSingle()
            .Which.Fault.Should().Match<Fault.Threw>(fault => fault.Part == CasePart.GlobalSetup && fault.Exception.StartsWith(
                "System.InvalidOperationException: Only the test framework sets this up.", StringComparison.Ordinal));

    [Fact]
    public async Task A_class_or_a_group_that_is_not_there_is_named()
    {
        var noClass = () => Measure(Request<Measured>("One") with { Type = "Nothing, Pipeline.Tests" });
        var noGroup = () => Measure(Request<Measured>("One") with { Group = "Measured(Size: 3)" });

        (await noClass.Should().ThrowAsync<WorkerException>()).WithMessage(
            "The class Nothing, Pipeline.Tests was not found. A fresh process must be able to load it by its name.");
        (await noGroup.Should().ThrowAsync<WorkerException>()).WithMessage(
            "Measured(Size: 3) was not found. The parameters of a class must have the same values in every process.");
    }

    [Fact]
    public async Task A_process_that_ends_too_early_is_quoted()
    {
        var measure = () => Measure(Request<Ending>("Now"));

        (await measure.Should().ThrowAsync<WorkerException>()).WithMessage(
            "It ended before it had measured anything. The last lines of its output:\n\n  The last words.");
    }

    [Fact]
    public async Task It_is_ended_after_its_time_or_when_it_is_cancelled()
    {
        var tooLong = () => Worker.Measure(Request<Endless>("Wait"), _ => { }, TimeSpan.FromSeconds(5), CancellationToken.None);
        using var cancellation = new CancellationTokenSource();
        var cancelled = () => Worker.Measure(Request<Endless>("Wait"), _ => cancellation.Cancel(), Patience, cancellation.Token);

        (await tooLong.Should().ThrowAsync<WorkerException>()).WithMessage("It took longer than 5 s. It wrote no output.");
        await cancelled.Should().ThrowAsync<OperationCanceledException>();
    }

    [Fact]
    public async Task Its_benchmarks_can_tidy_up_when_it_exits()
    {
        await Measure(Request<Seeding>("Read"));
        var tooLong = () => Worker.Measure(Request<Seeding>("Wait"), _ => { }, TimeSpan.FromSeconds(4), CancellationToken.None);
        await tooLong.Should().ThrowAsync<WorkerException>();

        Directory.GetFiles(Seeding.Files).Should().BeEmpty();
    }

    [Fact]
    public async Task One_that_hangs_at_its_exit_is_killed()
    {
        var measure = () => Worker.Measure(Request<Seeding>("HangAtExit"), _ => { }, TimeSpan.FromSeconds(10), CancellationToken.None);
        Directory.CreateDirectory(Seeding.Files);

        (await measure.Should().ThrowAsync<WorkerException>()).WithMessage("It took longer than 10 s. *");

        Directory.Delete(Seeding.Files, recursive: true);
    }

    private static WorkerRequest Request<T>(params string[] cases) => new(
        typeof(T).AssemblyQualifiedName!, typeof(T).Name, [.. cases.Select(name => $"{typeof(T).Name}.{name}")], Plan, 4);

    private static MeasurementPlan Plan => MeasurementPlan.Default with
    {
        Kinds = SampleKinds.Times,
        FirstLook = TimeSpan.FromMilliseconds(10),
    };

    private Task<GroupSamples> Measure(WorkerRequest request) =>
        Worker.Measure(request, _progress.Add, Patience, CancellationToken.None);
}
