using System.Diagnostics;
using HttpPerf.Comparing;
using HttpPerf.Reporting;
using HttpPerf.Running;
using HttpPerf.Thresholds;
using HttpPerf.Workers;

namespace HttpPerf;

/// <summary>
/// Measures times again in fresh processes where another process might decide otherwise, so that verdicts are on the code and not on what
/// the compiler made of it this time.
/// </summary>
/// <param name="group">The group.</param>
/// <param name="limits">The limits of its cases.</param>
/// <param name="settings">Say in how many processes at most, and how long.</param>
/// <param name="progress">Receives progress messages, from any thread.</param>
/// <param name="cancellation">Ends the processes.</param>
internal sealed class Confirmation(
    BenchmarkGroup group,
    IReadOnlyList<CaseLimits> limits,
    Settings settings,
    Action<string> progress,
    CancellationToken cancellation)
{
    /// <summary>As few as make a spread between epochs visible; processes differ more than epochs do.</summary>
    private const int Epochs = 4;

    /// <summary>A fresh process measures for this part of the time that this one did.</summary>
    private const int PartOfRounds = 8;

    private static readonly TimeSpan ShortestRounds = TimeSpan.FromMilliseconds(100);

    /// <summary>What a process takes to start, to compile and to warm up, on a very busy machine.</summary>
    private static readonly TimeSpan StartTimeout = TimeSpan.FromMinutes(1);

    private readonly long _start = Stopwatch.GetTimestamp();

    /// <summary>What was done, in a sentence; null if nothing was.</summary>
    public string? Note { get; private set; }

    public TimeSpan Taken { get; private set; }

    /// <param name="comparison">What this process measured.</param>
    /// <param name="samples">The samples behind it.</param>
    /// <param name="measuring">How long that took.</param>
    /// <returns>The figures of all processes together; the same if none of them needs to be confirmed, or none can be.</returns>
    public GroupComparison Confirm(GroupComparison comparison, GroupSamples samples, TimeSpan measuring)
    {
        var unconfirmed = Judge.FindUnconfirmed(comparison, limits);
        if (unconfirmed.Count == 0 || settings.Processes < AcrossProcesses.FewestProcesses)
            return comparison;

        var request = RequestFor([.. unconfirmed.Keys], samples);
        var processes = new List<GroupSamples>();
        var confirmed = comparison;
        try
        {
            do
            {
                processes.Add(Measure(request, processes.Count + 1));
                confirmed = comparison.Across(unconfirmed, processes, settings.ErrorRate);
            }
            while (processes.Count + 1 < AcrossProcesses.FewestProcesses
                || (Judge.NeedsMoreProcesses(confirmed, limits) && HasTimeForMore(measuring, processes.Count)));
        }
        catch (WorkerException e)
        {
            Note = $"Times were judged by this process alone, because they could not be measured in a fresh one. {e.Message}";
            return comparison;
        }
        finally
        {
            Taken = Stopwatch.GetElapsedTime(_start);
        }

        Note = FreshProcesses.Describe(confirmed, processes.Count, Taken);
        return confirmed;
    }

    private WorkerRequest RequestFor(IReadOnlyCollection<CaseId> cases, GroupSamples samples)
    {
        var measured = samples.Cases.Where(c => c.Id.IsBaseline || cases.Contains(c.Id)).ToList();
        var milliseconds = measured.Sum(c => c.Epochs.Sum(epoch => epoch.Sum()) * c.OperationsPerBlock) / 1e6;
        return new WorkerRequest(
            group.Type.AssemblyQualifiedName!,
            group.Name,
            [.. measured.Select(c => c.Id.Name)],
            Epochs,
            Math.Max(ShortestRounds.TotalMilliseconds, milliseconds / PartOfRounds / Epochs),
            settings.Budget.TotalSeconds);
    }

    private GroupSamples Measure(WorkerRequest request, int number)
    {
        var name = $"fresh process {number}";
        progress(name);
        var measuring = Task.Run(() => Worker.Measure(
            request, text => progress($"{name}, {text}"), StartTimeout + (2 * settings.Budget), cancellation));
        var samples = measuring.GetAwaiter().GetResult();
        return samples.Failures is [var failure, ..] ? throw new WorkerException($"{failure.Id}: {failure.Cause}") : samples;
    }

    /// <summary>All in all, a group may take twice its budget.</summary>
    private bool HasTimeForMore(TimeSpan measuring, int processes)
    {
        var taken = Stopwatch.GetElapsedTime(_start);
        return processes + 1 < settings.Processes && measuring + taken + (taken / processes) <= 2 * settings.Budget;
    }
}
