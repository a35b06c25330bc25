using System.Net;
using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;

namespace HttpPerf.PerfTests;

/// <summary>
/// HttpClient and HttpWebRequest posting a body and reading it back. HttpWebRequest is obsolete and still shipped; today it is
/// made of HttpClient: requests of equal settings share a hidden one, but only the settings that came first in the process
/// have that luck, all others connect anew for every request. Whether a request is synchronous is such a setting, and so is a
/// proxy. Here the asynchronous ones come first, and the name of the synchronous case says what that means for it.
/// </summary>
[BenchmarkCategory("HttpClient")]
public class Echo
{
    // Read into again and again, so that what is counted is the clients' own.
    private readonly byte[] _buffer = new byte[64 * 1024];
    private byte[] _body = null!;
    private Uri _address = null!;
    private HttpClient _client = null!;

    /// <summary>Bytes of the body.</summary>
    [Params(0, 1024, 65536, 1048576)]
    public int Size { get; set; }

    /// <summary>The response, if somebody wants to see it.</summary>
    public Stream Sink { get; set; } = Stream.Null;

    [GlobalSetup]
    public async Task SetUp()
    {
        var host = await TargetApiHost.GetAsync();
        _client = host.CreateClient();
        _address = new(host.BaseAddress, "echo");
        _body = new byte[Size];
        new Random(Size).NextBytes(_body);
        await HttpWebRequest_Async();
    }

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    [Benchmark(Baseline = true)]
    public async Task<long> HttpClient_Async()
    {
        using var request = NewRequest();
        using var response = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);
        response.EnsureSuccessStatusCode();
        using var stream = await response.Content.ReadAsStreamAsync();
        return await ReadAsync(stream);
    }

    [Benchmark]
    public long HttpClient_Sync()
    {
        using var request = NewRequest();
        using var response = _client.Send(request, HttpCompletionOption.ResponseHeadersRead);
        response.EnsureSuccessStatusCode();
        using var stream = response.Content.ReadAsStream();
        return Read(stream);
    }

    [Benchmark]
    public async Task<long> HttpWebRequest_Async()
    {
        var request = NewWebRequest();
        using (var stream = await request.GetRequestStreamAsync())
            await stream.WriteAsync(_body);
        using var response = await request.GetResponseAsync();
        using var body = response.GetResponseStream();
        return await ReadAsync(body);
    }

    [Benchmark]
    public long HttpWebRequest_Sync_NewConnection()
    {
        var request = NewWebRequest();
        using (var stream = request.GetRequestStream())
            stream.Write(_body);
        using var response = request.GetResponse();
        using var body = response.GetResponseStream();
        return Read(body);
    }

    private HttpRequestMessage NewRequest() => new(HttpMethod.Post, _address) { Content = new ByteArrayContent(_body) };

    private HttpWebRequest NewWebRequest()
    {
        // Obsolete, and measured just because of that: this shows what moving away from it is worth.
#pragma warning disable SYSLIB0014
        var request = WebRequest.CreateHttp(_address);
#pragma warning restore SYSLIB0014
        request.Method = "POST";
        request.ContentLength = _body.Length;
        return request;
    }

    private async Task<long> ReadAsync(Stream stream)
    {
        var total = 0L;
        while (await stream.ReadAsync(_buffer) is > 0 and var read)
        {
            Sink.Write(_buffer, 0, read);
            total += read;
        }

        return total;
    }

    private long Read(Stream stream)
    {
        var total = 0L;
        while (stream.Read(_buffer) is > 0 and var read)
        {
            Sink.Write(_buffer, 0, read);
            total += read;
        }

        return total;
    }
}
