using System.Diagnostics;
using HttpPerf.Clients.Measuring;
using HttpPerf.Clients.Tools;

namespace HttpPerf.Clients.Subjects;

/// <summary>A client of the published table, for any number of connections.</summary>
/// <param name="Name">As published.</param>
/// <param name="Description">In a few words, with its threads.</param>
/// <param name="Published">Requests per second; null if there are none.</param>
/// <param name="Installation">Which one is installed, or what to install.</param>
/// <param name="Start">Starts it.</param>
internal sealed record HttpSubject(
    string Name,
    string Description,
    string? Published,
    Installation Installation,
    Func<Uri, int, CancellationToken, Task<IRunner>> Start)
{
    /// <summary>A program of ours. Its command lacks what all programs are told, and may take time: Java compiles.</summary>
    public static HttpSubject Program(
        string name, string description, string? published, Installation installation, Func<Task<ProcessStartInfo>> command) =>
        new(name, description, published, installation, async (url, connections, cancellation) =>
        {
            var start = await command();
            foreach (var argument in (string[])["--url", $"{url}", "--connections", $"{connections}"])
                start.ArgumentList.Add(argument);
            return await LineClient.Start(start, cancellation);
        });

    public static HttpSubject Tool(
        string name, string description, string? published, Installation installation, Func<Uri, int, ITool> tool) =>
        new(name, description, published, installation, (url, connections, _) =>
            Task.FromResult<IRunner>(new ToolClient(tool(url, connections))));

    public Subject At(Uri url, int connections) =>
        new(Name, Description, Installation, cancellation => Start(url, connections, cancellation)) { Published = Published };
}
