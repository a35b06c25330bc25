using System.Net;

namespace HttpPerf.EchoClients;

internal sealed class HttpWebRequestEcho(Uri address, byte[] body) : IEchoClient
{
    private readonly Answer _answer = new(body);

    public async Task PostAsync()
    {
        var request = WebRequest.CreateHttp(address);
        request.Method = "POST";
        request.ContentLength = body.Length;
        using (var content = await request.GetRequestStreamAsync().ConfigureAwait(false))
            await content.WriteAsync(body, 0, body.Length).ConfigureAwait(false);
        using var response = (HttpWebResponse)await request.GetResponseAsync().ConfigureAwait(false);
        using var stream = response.GetResponseStream();
        await _answer.CheckAsync(response.StatusCode, stream).ConfigureAwait(false);
    }

    public void Dispose()
    {
    }
}
