using HttpPerf.Running;

namespace HttpPerf.Reporting;

/// <summary>
/// Notes on what keeps concurrent callers from making more requests: the machine's processors, or something that calls wait for.
/// </summary>
internal static class LoadNotes
{
    /// <summary>Of the cores. The rest is lost while threads are switched and rounds begin and end.</summary>
    private const double Busy = 0.9;

    /// <param name="samples">What was measured.</param>
    /// <param name="cores">How many cores this process may use.</param>
    public static IEnumerable<string> Write(GroupSamples samples, int cores)
    {
        foreach (var ofCase in samples.Cases)
        {
            List<StretchSamples> stretches = [.. ofCase.MeasuredStretches.Where(stretch => stretch.Nanoseconds > 0)];
            if (ofCase.Load is not { } load || stretches.Count == 0)
                continue;
            var elapsed = stretches.Sum(stretch => stretch.Nanoseconds);
            var client = stretches.Sum(stretch => stretch.CpuNanoseconds) / elapsed;
            var server = stretches.Exists(stretch => stretch.ServerCpuNanoseconds is null)
                ? null
                : stretches.Sum(stretch => stretch.ServerCpuNanoseconds) / elapsed;
            yield return $"{ofCase.Id}, {load.Callers} {(load.Callers == 1 ? "caller" : "callers")}: of {cores} cores, this process takes "
                + $"{Cores(client)}{(server is { } s ? $" and its server {Cores(s)}" : "")}. {Limit(load.Callers, client, server, cores)}";
        }
    }

    // Threads that wait for the next answer of so few callers spin, which looks like work.
    private static string Limit(int callers, double client, double? server, int cores) =>
        callers <= cores ? "So few callers make no more requests than the time of each allows."
        : client + (server ?? 0) >= Busy * cores ? "The cores are what limits them."
        : "They are not what limits the callers: calls wait, e.g. for a lock or a free connection, or other processes take the rest.";

    private static string Cores(double value) => Figures.Number(value, "0.0#");
}
