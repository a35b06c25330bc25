namespace HttpPerf.EchoClients;

/// <summary>The clients by name.</summary>
public static class EchoClient
{
    /// <summary>The names that <see cref="Create"/> knows.</summary>
    public static IReadOnlyList<string> Ways { get; } = [nameof(HttpClient), nameof(System.Net.HttpWebRequest)];

    /// <summary>A client that posts this body to this address.</summary>
    /// <exception cref="ArgumentException">There is no such way.</exception>
    public static IEchoClient Create(string way, Uri address, byte[] body) => way switch
    {
        nameof(HttpClient) => new HttpClientEcho(address, body),
        nameof(System.Net.HttpWebRequest) => new HttpWebRequestEcho(address, body),
        _ => throw new ArgumentException($"'{way}' is no way to post; there are {string.Join(" and ", Ways)}."),
    };
}
