namespace HttpPerf.Clients.Dotnet;

/// <summary>HttpClient as it is.</summary>
internal sealed class HttpClientRequester(Uri url, int connections) : IRequester
{
    private readonly HttpClient _client = new(new SocketsHttpHandler { MaxConnectionsPerServer = connections }) { BaseAddress = url };

    public async Task Get()
    {
        var body = await _client.GetStringAsync("");
        if (body != "Hello, World!")
            throw new HttpRequestException($"the body '{body}'");
    }

    public void Dispose() => _client.Dispose();
}
