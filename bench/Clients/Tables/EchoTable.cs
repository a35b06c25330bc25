using HttpPerf.Clients.Subjects;
using HttpPerf.Hosting;

namespace HttpPerf.Clients.Tables;

/// <summary>HttpClient against HttpWebRequest by time and bytes of a request, after ".NET HTTP Performance Test".</summary>
internal static class EchoTable
{
    public const string Name = "echo";

    public static readonly Rows Rows = new(
        subject => subject.Name.EndsWith($" {EchoSubject.Baseline}", StringComparison.Ordinal), run => 1e6 * run.Seconds / run.Requests)
    {
        Group = subject => subject.Description,
    };

    public static readonly Column[] Columns =
    [
        new("client", false, row => row.Measured.Subject.Name),
        new("time", true, row => row.Figure is { } figure ? $"{Column.Count(figure)} µs" : null),
        Column.Ratio,
        Column.Interval,
        Column.P99,
        Column.Bytes,
        Column.BytesRatio,
        new("published", true, row => row.Measured.Subject.Published),
        new("version", false, row => row.Measured.Subject.Installation.Version),
    ];

    /// <exception cref="FormatException">The options name a client that there isn't.</exception>
    public static Func<ApiHost, CancellationToken, Task<PublishedTable>> Prepare(Options options)
    {
        var all = EchoSubjects.Find();
        options.RefuseUnknownClients(all.Select(subject => subject.Name));
        var chosen = all.Where(subject => options.Clients?.Contains(subject.Name) != false).ToList();
        return (host, _) => Task.FromResult(new PublishedTable(
            Name,
            "HttpClient against HttpWebRequest",
            "One caller posts a body and compares the answer with it. Ratios are to HttpClient of the same runtime and build, "
            + "in the same round. Published: of 17 bytes.",
            Rows,
            Columns,
            [.. options.Sizes.Select(size => new Section(
                $"{Column.Count(size)} bytes", [.. chosen.Select(subject => subject.At(new(host.BaseAddress, "echo"), size))]))]));
    }
}
