namespace HttpPerf.EchoClients;

internal sealed class HttpClientEcho(Uri address, byte[] body) : IEchoClient
{
    private readonly HttpClient _client = new();
    private readonly Answer _answer = new(body);

    public async Task PostAsync()
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, address) { Content = new ByteArrayContent(body) };
        using var response = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead).ConfigureAwait(false);
        using var stream = await response.Content.ReadAsStreamAsync().ConfigureAwait(false);
        await _answer.CheckAsync(response.StatusCode, stream).ConfigureAwait(false);
    }

    public void Dispose() => _client.Dispose();
}
