using System.Net;
using System.Net.Http.Json;
using System.Net.WebSockets;
using System.Text;

namespace HttpPerf.Tests.Checking;

/// <summary>Ways in which a benchmark handles responses of BrokenApi.</summary>
internal static class Responses
{
    public const string Body = "a body";

    public const HttpCompletionOption HeadersFirst = HttpCompletionOption.ResponseHeadersRead;

    /// <summary>Ways to read the body.</summary>
    public static readonly Dictionary<string, Func<HttpClient, Task<string>>> Reads = new()
    {
        ["GetAsync"] = async client =>
        {
            using var response = await client.GetAsync("body");
            return await response.Content.ReadAsStringAsync();
        },
        ["GetStringAsync"] = client => client.GetStringAsync("body"),
        ["GetByteArrayAsync"] = async client => Encoding.UTF8.GetString(await client.GetByteArrayAsync("body")),
        ["GetFromJsonAsync"] = async client => (await client.GetFromJsonAsync<string[]>("body/json"))!.Single(),
        ["GetStreamAsync"] = async client => await ReadToEnd(await client.GetStreamAsync("body")),
        ["ReadAsStringAsync"] = client => Receive(client, "body", response => response.Content.ReadAsStringAsync()),
        ["ReadAsStreamAsync"] = client => Receive(client, "body", async r => await ReadToEnd(await r.Content.ReadAsStreamAsync())),
        ["ReadFromJsonAsync"] = client =>
            Receive(client, "body/json", async r => (await r.Content.ReadFromJsonAsync<string[]>())!.Single()),
        ["CopyToAsync"] = client => Receive(client, "body", async response =>
        {
            using var copy = new MemoryStream();
            await response.Content.CopyToAsync(copy);
            return Encoding.UTF8.GetString(copy.ToArray());
        }),
        ["BeginRead"] = client => Receive(client, "body", async response =>
        {
            var (stream, buffer) = (await response.Content.ReadAsStreamAsync(), new byte[100]);
            var count = await Task.Factory.FromAsync(stream.BeginRead, stream.EndRead, buffer, 0, buffer.Length, null);
            return Encoding.UTF8.GetString(buffer, 0, count);
        }),
        ["chunked"] = client => client.GetStringAsync("body/chunked"),
        ["compressed"] = client => client.GetStringAsync("body/compressed"),
    };

    /// <summary>Ways to block on reading the body.</summary>
    public static readonly Dictionary<string, Func<HttpClient, string>> SynchronousReads = new()
    {
        ["Send"] = client =>
        {
            using var response = client.Send(new HttpRequestMessage(HttpMethod.Get, "body"));
            return response.Content.ReadAsStringAsync().Result;
        },
        ["Send, headers first"] = client =>
        {
            using var response = client.Send(new HttpRequestMessage(HttpMethod.Get, "body"), HeadersFirst);
            using var reader = new StreamReader(response.Content.ReadAsStream());
            return reader.ReadToEnd();
        },
        ["HttpWebRequest"] = client =>
        {
#pragma warning disable SYSLIB0014 // obsolete, and still used
            using var response = WebRequest.Create(new Uri(client.BaseAddress!, "body")).GetResponse();
#pragma warning restore SYSLIB0014
            using var reader = new StreamReader(response.GetResponseStream());
            return reader.ReadToEnd();
        },
    };

    /// <summary>Ways to leave the body.</summary>
    public static readonly Dictionary<string, Func<HttpClient, Task<string>>> Leaves = new()
    {
        ["left open"] = async client => $"{(await client.GetAsync("body", HeadersFirst)).StatusCode}",
        ["disposed"] = client => Status(client, "body"),
        ["stream disposed"] = async client =>
        {
            await using var stream = await client.GetStreamAsync("body");
            return $"{stream.CanRead}";
        },
        ["chunked"] = client => Status(client, "body/chunked"),
        ["compressed"] = client => Status(client, "body/compressed"),
    };

    /// <summary>Responses that have no body, or none that matters.</summary>
    public static readonly Dictionary<string, Func<HttpClient, Task<string>>> Bodiless = new()
    {
        ["HEAD"] = async client =>
        {
            using var request = new HttpRequestMessage(HttpMethod.Head, "body") { Version = client.DefaultRequestVersion };
            using var response = await client.SendAsync(request, HeadersFirst);
            return $"{response.StatusCode}";
        },
        ["no content"] = client => Status(client, "body/none"),
        ["length 0"] = client => Status(client, "body/empty"),
        ["error"] = client => Status(client, "body/error"),
        ["web socket"] = async client =>
        {
            using var socket = new ClientWebSocket();
            socket.Options.HttpVersion = client.DefaultRequestVersion;
            socket.Options.HttpVersionPolicy = HttpVersionPolicy.RequestVersionExact;
            var address = new UriBuilder(new Uri(client.BaseAddress!, "body/socket"));
            address.Scheme = address.Scheme.Replace("http", "ws");
            await socket.ConnectAsync(address.Uri, client, CancellationToken.None);
            await socket.SendAsync(Encoding.UTF8.GetBytes(Body), WebSocketMessageType.Text, endOfMessage: true, CancellationToken.None);
            var buffer = new byte[Body.Length];
            await socket.ReceiveAsync(buffer, CancellationToken.None);
            return Encoding.UTF8.GetString(buffer);
        },
    };

    public static async Task<string> Receive(HttpClient client, string path, Func<HttpResponseMessage, Task<string>> read)
    {
        using var response = await client.GetAsync(path, HeadersFirst);
        return await read(response);
    }

    public static Task<string> Status(HttpClient client, string path) =>
        Receive(client, path, response => Task.FromResult($"{response.StatusCode}"));

    private static async Task<string> ReadToEnd(Stream body)
    {
        using var reader = new StreamReader(body);
        return await reader.ReadToEndAsync();
    }
}
