using HttpPerf.Model;

namespace HttpPerf.Reporting;

/// <summary>
/// Notes on what calls that overlap take of the machine, and on what keeps concurrent callers from making more: its processors, or
/// something that calls wait for.
/// </summary>
internal static class LoadNotes
{
    /// <summary>Of the cores. The rest is lost while threads are switched and rounds begin and end.</summary>
    private const double Busy = 0.9;

    /// <param name="samples">The samples of a group.</param>
    /// <param name="cores">How many cores this process may use.</param>
    public static IEnumerable<string> Write(GroupSamples samples, int cores)
    {
        foreach (var ofCase in samples.Cases)
        {
            List<SoloRunSamples> runs = [.. ofCase.SoloRuns.Where(run => run.Nanoseconds > 0)];
            if (ofCase.Load is not { } load || runs.Count == 0)
                continue;
            var elapsed = runs.Sum(run => run.Nanoseconds);
            var client = runs.Sum(run => run.CpuNanoseconds) / elapsed;
            var server = runs.Exists(run => run.ServerCpuNanoseconds is null)
                ? null
                : runs.Sum(run => run.ServerCpuNanoseconds) / elapsed;
            yield return $"{ofCase.Id}, {load}: of {cores} cores, this process takes {Cores(client)}"
                + $"{(server is { } s ? $" and its server {Cores(s)}" : "")}.{Limit(load, client, server, cores)}";
        }
    }

    private static string Limit(LoadModel model, double client, double? server, int cores)
    {
        var areBusy = client + (server ?? 0) >= Busy * cores;
        return model.Callers switch
        {
            null => areBusy ? " All of them are busy, so calls wait for them." : "",
            // Threads that wait for the next answer of so few callers spin, which looks like work.
            { } callers when callers <= cores => " With so few callers, the time of each request limits the rate.",
            _ when areBusy => " The cores limit the callers.",
            _ => " The cores don't limit the callers: calls wait, e.g. for a lock or a free connection, or other processes take "
                + "the rest.",
        };
    }

    private static string Cores(double value) => Figures.Number(value, "0.0#");
}
