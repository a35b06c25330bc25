using HttpPerf.Clients.Subjects;
using HttpPerf.Hosting;

namespace HttpPerf.Clients.Tables;

/// <summary>Clients of several languages by requests per second, after "http-get-perf".</summary>
internal static class ClientsTable
{
    public const string Name = "clients";

    private const string Ceiling = "wrk";

    private static readonly Rows Rows = new(subject => subject.Name == Ceiling, run => run.RequestsPerSecond);

    private static readonly Column[] Columns =
    [
        new("client", false, row => row.Measured.Subject.Name),
        new("what it is", false, row => row.Measured.Subject.Description),
        new("requests/s", true, row => row.Figure is { } figure ? Column.Count(figure) : null),
        Column.Ratio,
        Column.Interval,
        Column.Median,
        Column.P99,
        new("published", true, row => row.Measured.Subject.Published),
        new("version", false, row => row.Measured.Subject.Installation.Version),
    ];

    /// <exception cref="FormatException">The options name a client that there isn't.</exception>
    public static Func<ApiHost, CancellationToken, Task<PublishedTable>> Prepare(Options options)
    {
        options.RefuseUnknownClients(HttpClients.All.Select(client => client.Name));
        // Whichever are asked for, they are compared with the ceiling.
        var chosen = HttpClients.All.Where(c => c.Name == Ceiling || options.Clients?.Contains(c.Name) != false).ToList();
        return async (host, cancellation) =>
        {
            await Answer.Check(host.BaseAddress, cancellation);
            return new(
                Name,
                "HTTP clients, GET of 13 bytes",
                "Requests per second, their ratio to wrk's in the same round, and latencies. Published: on a core of the client's own.",
                Rows,
                Columns,
                [.. options.Connections.Select(c => new Section(
                    c == 1 ? "1 connection" : $"{c} connections", [.. chosen.Select(client => client.At(host.BaseAddress, c))]))]);
        };
    }
}
