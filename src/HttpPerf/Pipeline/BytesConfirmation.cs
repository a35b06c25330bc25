using System.Diagnostics;
using HttpPerf.Judging;
using HttpPerf.Judging.Comparing;
using HttpPerf.Model;
using HttpPerf.Reporting;
using HttpPerf.Workers;

namespace HttpPerf.Pipeline;

/// <summary>
/// Counts again, in fresh processes, bytes that seem to differ between two builds, or from amounts that are recorded. By default, the
/// runtime compiles a method for the calls that it has seen, and leaves out other objects in each process and in each build: of equal
/// builds, each with a server, the bytes differed in 27 of 27 comparisons, by up to 464 B. To compare builds, these processes, and the
/// servers that they start, are compiled regardless of calls; recorded amounts were not.
/// </summary>
/// <param name="limits">The limits of the group's cases.</param>
/// <param name="mostProcesses">How many processes may count; where that is too few to confirm anything, as many as are needed.</param>
/// <param name="errorRate">How often the interval of one of them may miss the true growth.</param>
/// <param name="count">Counts bytes of cases in a fresh process; its second argument is the number of the process.</param>
internal sealed class BytesConfirmation(
    IReadOnlyList<CaseLimits> limits,
    int mostProcesses,
    double errorRate,
    Func<IReadOnlyDictionary<CaseId, IReadOnlyList<Metric>>, int, Task<GroupSamples>> count)
{
    /// <summary>Whether bytes are compared with amounts that are recorded; by default, with an earlier build.</summary>
    public bool IsOfRecord { get; init; }

    /// <summary>A sentence about the further processes; null if there were none.</summary>
    public string? Note { get; private set; }

    public TimeSpan Taken { get; private set; }

    /// <param name="comparison">The measurements of this process.</param>
    /// <returns>With the counts of fresh processes; the same if there is nothing to count again.</returns>
    public async Task<GroupComparison> Confirm(GroupComparison comparison)
    {
        var unconfirmed = IsOfRecord
            ? Judge.FindUnconfirmedAmounts(comparison, limits)
            : Judge.FindUnconfirmedBytes(comparison, limits);
        if (unconfirmed.Count == 0)
            return comparison;
        var most = Math.Max(ProcessSpread.MinProcesses, mostProcesses);
        var start = Stopwatch.GetTimestamp();
        var (processes, confirmed, open) = (new List<GroupSamples>(), comparison, unconfirmed);
        string? failure = null;
        try
        {
            while (open.Count > 0 && processes.Count < most)
            {
                processes.Add(await count(open, processes.Count + 1));
                confirmed = Add();
                open = IsOfRecord ? Judge.FindUndecidedAmounts(confirmed, limits) : Judge.FindUndecidedBytes(confirmed, limits);
            }
        }
        catch (WorkerException e)
        {
            failure = e.Message;
            confirmed = Add();
        }

        Taken = Stopwatch.GetElapsedTime(start);
        Note = FreshProcessText.DescribeBytes(unconfirmed.Keys, processes.Count, Taken, failure);
        return confirmed;

        GroupComparison Add() => IsOfRecord
            ? comparison.WithWindows([.. unconfirmed.Keys], processes)
            : comparison.WithGrowth(unconfirmed, processes, errorRate);
    }
}
