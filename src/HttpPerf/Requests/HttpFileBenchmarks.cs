using System.Buffers;
using System.ComponentModel;
using BenchmarkDotNet.Attributes;
using HttpPerf.Discovery;
using HttpPerf.Requests;

namespace HttpPerf;

/// <summary>
/// Sends the requests of <c>.http</c> files to an API in a child process. Public because BenchmarkDotNet creates it; write
/// <c>[PerfRequests]</c> instead.
/// </summary>
/// <typeparam name="TEntryPoint">A type of the API's assembly.</typeparam>
/// <typeparam name="TTests">The class of the tests, whose attributes name the files.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
[ExpectedEmptyResult]
[ExpectedDifferentResult]
public class HttpFileBenchmarks<TEntryPoint, TTests> : IBenchmarksOfFiles, IDisposable
    where TEntryPoint : class
{
    private HttpClient _client = null!;
    private Func<HttpRequestMessage> _create = null!;
    private HttpFileRequest _request = null!;
    private bool _hasSucceeded;

    /// <summary>All requests of all files.</summary>
    public IEnumerable<object> Requests =>
        from test in RequestCases.TestsIn(typeof(TTests))
        // In an earlier build, the API is another assembly of the same name.
        where test.FindEntryPoint(typeof(TTests).Assembly).FullName == typeof(TEntryPoint).FullName
        from request in RequestCases.Of<TEntryPoint>(test, typeof(TTests).Assembly)
        select request;

    /// <summary>The request.</summary>
    [ParamsSource(nameof(Requests))]
    public object Request { get; set; } = null!;

    /// <summary>Sends the requests that this one refers to, e.g. a login.</summary>
    [GlobalSetup]
    public async Task SetUp()
    {
        var request = (RequestCase)Request;
        _request = request.Request;
        var host = await SharedApi<TEntryPoint>.Get(request.Test).ConfigureAwait(false);
        _client = RequestSender.CreateClient(host, _request);
        var sender = new RequestSender(
            request.File,
            HttpFileEnvironment.Read(Path.GetDirectoryName(request.File.Path)!, request.Test.Environment),
            request.Test.Environment,
            host.BaseAddress,
            host.SecureAddress,
            _client);
        await sender.SendBefore(_request).ConfigureAwait(false);
        _create = sender.Create(_request);
    }

    /// <summary>Sends the request and reads the response.</summary>
    /// <returns>The number of bytes of its body.</returns>
    // Without the path of this file, which exists only where the package was built.
    [Benchmark(0, "")]
    public async Task<long> Send()
    {
        using var message = _create();
        using var response = await _client.SendAsync(message, HttpCompletionOption.ResponseHeadersRead).ConfigureAwait(false);
        RequestSender.Check(_request, response.StatusCode, _hasSucceeded);
        _hasSucceeded = true;
        using var body = await response.Content.ReadAsStreamAsync().ConfigureAwait(false);
        var buffer = ArrayPool<byte>.Shared.Rent(16 * 1024);
        try
        {
            var length = 0L;
            while (await body.ReadAsync(buffer).ConfigureAwait(false) is > 0 and var read)
                length += read;
            return length;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    /// <summary>Closes its connections.</summary>
    [GlobalCleanup]
    public void Dispose()
    {
        _client?.Dispose();
        GC.SuppressFinalize(this);
    }
}
