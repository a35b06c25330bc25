using HttpPerf.Clients.Measuring;

namespace HttpPerf.Clients;

/// <summary>The answer of the published table's server.</summary>
internal static class Answer
{
    public const string Body = "Hello, World!";

    /// <summary>Tools don't look at every body. All of them come from the same server.</summary>
    /// <exception cref="ClientException">It answers otherwise.</exception>
    public static async Task Check(Uri url, CancellationToken cancellation)
    {
        using var client = new HttpClient();
        using var response = await client.GetAsync(url, cancellation);
        var body = await response.Content.ReadAsStringAsync(cancellation);
        if (!response.IsSuccessStatusCode || body != Body)
            throw new ClientException($"{url} answers {(int)response.StatusCode} and '{body}'; it must answer 200 and '{Body}'.");
    }
}
