using FluentAssertions;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Judging.Limits;
using HttpPerf.Model;
using HttpPerf.Pipeline;
using HttpPerf.Tests.Comparing;
using HttpPerf.Tests.Thresholds;
using HttpPerf.Workers;
using Xunit;

namespace HttpPerf.Tests;

/// <summary>
/// A streamed response against amounts that were recorded: what a call allocates depends on how the response arrives, which epochs keep.
/// The record is of three processes, as messages propose it.
/// </summary>
public sealed class RecordConfirmationTests
{
    private const int Runs = 1000;
    private const int LeftOut = 48;

    private static readonly CaseId Case = Group.Alone;
    private static readonly double[] Amounts = [50_832, 51_416, 51_800, 52_320, 52_824];

    /// <summary>With luck, the compiler leaves out an object in one process of seven.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Unchanged_code_does_not_fail(bool luck)
    {
        var runs = Repeat(growth: 0, luck);

        runs.Count(run => run.Verdict is Verdict.Failed).Should().Be(0);
        runs.Count(run => run.Verdict is Verdict.Inconclusive).Should().Be(0);
        runs.Average(run => run.Processes).Should().BeLessThan(0.2);
    }

    [Theory]
    [InlineData(24, false, 0.99)]
    [InlineData(8, false, 0.99)]
    [InlineData(752, false, 0.99)]
    [InlineData(24, true, 0.75)]
    public void What_every_call_allocates_more_is_found_to_the_byte(double growth, bool luck, double share)
    {
        var runs = Repeat(growth, luck);

        runs.Count(run => run.Verdict is Verdict.Failed { Limits: [{ GrowthOfAmounts: { } found }] } && found == growth)
            .Should().BeGreaterThan((int)(share * Runs));
        // The record may be of nothing but processes that had left the object out.
        runs.Count(run => run.Verdict is Verdict.Failed { Limits: [{ GrowthOfAmounts: var found }] }
            && found != growth && !(luck && found == growth + LeftOut)).Should().Be(0);
    }

    /// <summary>As the message that proposes a record says of the differences of its amounts.</summary>
    [Fact]
    public void Growth_that_is_as_usual_a_difference_is_not_found() =>
        Repeat(growth: 384, luck: false).Count(run => run.Verdict is Verdict.Failed).Should().BeLessThan(Runs / 100);

    [Fact]
    public async Task Growth_that_too_few_fresh_processes_have_counted_is_undecided()
    {
        var bytes = new AllocationSamples([[.. Amounts, .. Amounts]], 1);
        IReadOnlyList<CaseLimits> limits = [new(Case, [Limit([.. Amounts.Select(amount => amount - 24)])])];
        var confirmation = new BytesConfirmation(limits, 5, 1e-4, (_, _) => throw new WorkerException("It has no entry point."))
        {
            IsOfRecord = true,
        };

        var confirmed = await confirmation.Confirm(GroupComparison.Compare(Counted(bytes), new ErrorRates()));

        confirmation.Note.Should().Be("Bytes could not be counted again in a fresh process: Alone. It has no entry point.");
        Judge.JudgeGroup(confirmed, limits).Cases.Single().Verdict.Should().BeOfType<Verdict.Inconclusive>();
    }

    private static List<Run> Repeat(double growth, bool luck)
    {
        var random = new Random(7);
        return [.. Enumerable.Range(0, Runs).Select(_ =>
        {
            var recorded = RecordedAmounts.Find([Process(8, 20, 0), Process(4, 14, 0), Process(4, 14, 0)]);
            recorded.Should().NotBeNull();
            IReadOnlyList<CaseLimits> limits = [new(Case, [Limit(recorded!)])];
            var processes = 0;
            var confirmation = new BytesConfirmation(limits, mostProcesses: 5, errorRate: 1e-4, (_, _) =>
            {
                processes++;
                return Task.FromResult(Counted(Process(4, 14, growth)));
            })
            {
                IsOfRecord = true,
            };
            var compared = GroupComparison.Compare(Counted(Process(8, 20, growth)), new ErrorRates());
            var confirmed = confirmation.Confirm(compared).GetAwaiter().GetResult();
            return new Run(Judge.JudgeGroup(confirmed, limits).Cases.Single().Verdict, processes);
        })];

        AllocationSamples Process(int epochs, int windows, double more)
        {
            var code = more - (luck && random.Next(7) == 0 ? LeftOut : 0);
            return new(
                [.. Enumerable.Range(0, epochs).Select(_ =>
                {
                    var shares = Array.ConvertAll(Amounts, bytes => Math.Pow(random.NextDouble(), bytes > 52_500 ? 8 : 2));
                    return Streams.Of(windows, () => random.NextDouble() < 0.03
                        ? 51_000 + code + (8 * random.Next(500))
                        : Amounts[Pick(shares)] + code);
                })],
                1);
        }

        int Pick(double[] shares)
        {
            var at = random.NextDouble() * shares.Sum();
            var index = 0;
            while (index < shares.Length - 1 && (at -= shares[index]) > 0)
                index++;
            return index;
        }
    }

    private static GroupSamples Counted(AllocationSamples bytes) =>
        Group.Of(Group.Times(Case, [1, 1, 1, 1]).With(bytes));

    private static Limit Limit(IReadOnlyList<double> recorded) =>
        Example.WithEntries($"\"*\": {{ \"allocatedBytes\": {SuggestedLimit.Json(recorded)} }}").Entries[0].Limits[0];

    private sealed record Run(Verdict Verdict, int Processes);
}
