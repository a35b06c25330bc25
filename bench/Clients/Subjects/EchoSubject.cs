using HttpPerf.Clients.Measuring;

namespace HttpPerf.Clients.Subjects;

/// <summary>A way to post, from a build of the library, on a runtime.</summary>
internal sealed record EchoSubject(EchoRuntime Runtime, string Build, string Way)
{
    public const string Baseline = "HttpClient";

    private const int LargestLikePublished = 1024;

    /// <summary>The published result for 17 bytes; null if there is none.</summary>
    public string? Published { get; init; }

    public string Name => $"{Runtime.Name} {Build} {Way}";

    /// <param name="echo">Answers with the body that is posted to it.</param>
    /// <param name="size">Bytes of the body.</param>
    public Subject At(Uri echo, int size) => new(
        Name,
        $"{Build} on {Runtime.Name}",
        Runtime.Installation,
        async cancellation => await LineClient.Start(
            Runtime.Start("--library", Library, "--url", $"{echo}", "--way", Way, "--size", $"{size}"), cancellation))
    {
        Published = size <= LargestLikePublished ? Published : null,
    };

    private string Library => Repository.EchoOutput("library", Build, "EchoClients.dll");
}
