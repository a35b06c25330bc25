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
        using var response = await AnswerTo(request).ConfigureAwait(false);
        using var stream = response.GetResponseStream();
        await _answer.CheckAsync(response.StatusCode, stream).ConfigureAwait(false);
    }

    public void Dispose()
    {
    }

    private static async Task<HttpWebResponse> AnswerTo(HttpWebRequest request)
    {
        try
        {
            return (HttpWebResponse)await request.GetResponseAsync().ConfigureAwait(false);
        }
        catch (WebException e) when (e.Response is HttpWebResponse response)
        {
            // A status that is no success. As long as nobody ends the response, its connection is taken, and Mono has two.
            return response;
        }
    }
}
