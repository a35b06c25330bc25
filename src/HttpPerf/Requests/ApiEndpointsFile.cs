using System.Collections.Concurrent;
using HttpPerf.Hosting;

namespace HttpPerf.Requests;

/// <summary>Requests to those endpoints of an API that can be called without knowing its data.</summary>
internal static class ApiEndpointsFile
{
    private static readonly ConcurrentDictionary<(Type, Type?, string?), Lazy<HttpFile>> Written = [];

    private static readonly string FileName = Path.Combine(AppContext.BaseDirectory, "endpoints");

    /// <typeparam name="TEntryPoint">A type of the API's assembly.</typeparam>
    /// <param name="test">Says how to start it.</param>
    /// <returns>The requests, as if somebody had written them into a file.</returns>
    /// <exception cref="BenchmarkDeclarationException">There is no such endpoint.</exception>
    public static HttpFile Of<TEntryPoint>(IRequestsTest test)
        where TEntryPoint : class =>
        // Cases are discovered on a thread of the test framework.
        Written.GetOrAdd(
            (typeof(TEntryPoint), test.Api, test.HostEnvironment),
            _ => new(() => Task.Run(() => Write<TEntryPoint>(test)).GetAwaiter().GetResult())).Value;

    /// <remarks>
    /// The API that is measured starts later, when it is known which build it is compared with: that says in which folder it starts, and
    /// whether both builds share it.
    /// </remarks>
    private static async Task<HttpFile> Write<TEntryPoint>(IRequestsTest test)
        where TEntryPoint : class
    {
        var host = await SharedApi<TEntryPoint>.Start(test).ConfigureAwait(false);
        try
        {
            return await Write(host).ConfigureAwait(false);
        }
        finally
        {
            // A method of the tests may return a host that it keeps.
            if (test.Api is null)
                await host.DisposeAsync().ConfigureAwait(false);
        }
    }

    private static async Task<HttpFile> Write(ApiHost host)
    {
        await host.WatchEndpointsAsync().ConfigureAwait(false);
        var endpoints = (await host.FindEndpointsAsync().ConfigureAwait(false))?.All ?? [];
        var surveyed = await RequestSurvey.SendEndpoints(endpoints, host).ConfigureAwait(false);
        List<string> answered = [.. surveyed.Where(request => request.Blocker is null).Select(request => request.Text)];
        var others = surveyed.Where(request => request.IsSent && request.Blocker is not null)
            .Select(request => $"{request.Endpoint} is {request.Blocker}")
            .ToList();
        return answered.Count > 0
            ? Of(answered)
            : throw new BenchmarkDeclarationException(
                $"{host.Description} has no endpoint that can be called without knowing its data: a GET without parameters in its path, "
                + "or one whose parameters have examples or defaults in its OpenAPI document, or are members of a list that another GET "
                + "returns. "
                + (others.Count > 0 ? $"{string.Join(", ", others)}. " : "")
                + "Write a .http file with requests, and [PerfRequests].");
    }

    /// <param name="requests">Each as a <c>.http</c> file has it.</param>
    internal static HttpFile Of(IEnumerable<string> requests) =>
        HttpFile.Parse(FileName, string.Concat(requests.Select(request => $"###{request}\n")));
}
