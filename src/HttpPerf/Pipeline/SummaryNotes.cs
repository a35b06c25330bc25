using HttpPerf.Discovery;
using HttpPerf.EarlierBuilds;
using HttpPerf.Hosting;
using HttpPerf.Judging;
using HttpPerf.Machine;
using HttpPerf.Model;
using HttpPerf.Reporting;
using HttpPerf.Thresholds;

namespace HttpPerf.Pipeline;

/// <summary>The notes on measurements and verdicts, and on their conditions.</summary>
internal static class SummaryNotes
{
    /// <param name="context">The group.</param>
    /// <param name="judged">Its verdicts.</param>
    /// <param name="measured">The measurements of the test process.</param>
    /// <param name="scheduling">How the system schedules the processes, if it was asked for more than usual.</param>
    /// <param name="overhead">How long the group took apart from measuring.</param>
    public static IEnumerable<string> Write(
        GroupContext context, JudgedGroup judged, MeasuredGroup measured, string? scheduling, TimeSpan overhead)
    {
        var (group, comparison, samples) = (context.Group, judged.Comparison, measured.Samples);
        return
        [
            .. comparison.Cases.Count > 0
                ? [AACheckWording.Summarize(group.Cases[0].Id.Baseline is not null, comparison.AACheck)]
                : Array.Empty<string>(),
            .. ProcessNotes.Write(comparison),
            .. NotShownNotes.Write(judged, measured.Taken, context.Settings.Budget),
            .. SuspicionNotes.Write(samples),
            .. LoadNotes.Write(samples, Environment.ProcessorCount),
            .. context.Thresholds is { } thresholds ? FartherFilesNotes.Write(thresholds) : [],
            .. NotAppliedNotes.Write(comparison, context.Limits),
            .. BrokenInstrumentNotes.Write(samples),
            .. context.Thresholds is { Origins: var origins } ? OriginNotes.Write(context.Limits, origins, context.Run.Machine) : [],
            .. NotAppliedNotes.WriteNotCompared(comparison, context.Limits),
            .. context.Earlier is { } earlier ? AgainstNotes.Write(judged, earlier) : [],
            .. context.Earlier is not null ? FolderNotes.Write(context.Hosts.Running) : [],
            .. IfAny(scheduling is null ? null : $"Scheduled with {scheduling}."),
            .. Describe(context.Hosts).Select(HostNote),
            .. IfAny(context.Fitness.Distortion is { } distortion ? DistortionWording.Summarize(distortion) : null),
            .. IfAny(DistortionWording.SummarizeCold(comparison)),
            .. ProcessFitness.FindCaveats(),
            .. context.Fitness.Caveats,
            .. IfAny(EnvironmentSettings.DescribeChanges(context.Settings)),
            .. IfAny(DeclaredConfig.DescribeUnused(group.Type)),
            .. measured.Run.Errors,
            .. IfAny(measured.WaitedForPorts > TimeSpan.Zero
                ? $"Waited {measured.WaitedForPorts.InSeconds("0")} s because more than half of this machine's ports were held by closed "
                    + "connections (TIME_WAIT)."
                : null),
            $"Measured in {measured.Taken.InSeconds("0.0")} s, {samples.WarmUp.InSeconds("0.0")} s of them to warm up; "
                + $"BenchmarkDotNet and reporting took {(overhead.TotalMilliseconds / group.Cases.Count).Show("0")} more ms per case.",
        ];
    }

    /// <summary>The hosts, one a line.</summary>
    public static IEnumerable<string> Describe(UsedHosts hosts) => hosts.Running.Select(h => $"{h.Description}. {h.Diagnostics}.");

    public static string HostNote(string host) => $"Host: {host}";

    private static IEnumerable<string> IfAny(string? note) => note is null ? [] : [note];
}
