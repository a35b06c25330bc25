using System.Text.Json;
using HttpPerf.Hosting;

namespace HttpPerf.Requests;

/// <summary>Requests to those endpoints of an API that can be called without knowing its data.</summary>
internal static class ApiEndpointsFile
{
    private static readonly string FileName = Path.Combine(AppContext.BaseDirectory, "endpoints");

    /// <typeparam name="TEntryPoint">A type of the API's assembly.</typeparam>
    /// <param name="test">Says how to start it.</param>
    /// <returns>The requests, as if somebody had written them into a file.</returns>
    /// <exception cref="BenchmarkDeclarationException">There is no such endpoint.</exception>
    public static async Task<HttpFile> Write<TEntryPoint>(IRequestsTest test)
        where TEntryPoint : class
    {
        var host = await SharedApi<TEntryPoint>.Get(test).ConfigureAwait(false);
        await host.WatchEndpointsAsync().ConfigureAwait(false);
        var all = (await host.FindEndpointsAsync().ConfigureAwait(false))?.All ?? [];
        var described = await FindExamples(host).ConfigureAwait(false);
        using var client = host.CreateClient();
        var (answered, others) = (new List<string>(), new List<string>());
        foreach (var endpoint in all)
        {
            var request = described.GetValueOrDefault(OpenApiExamples.KeyOf(endpoint)) ?? (IsFixed(endpoint) ? endpoint : null);
            if (request is null)
                continue;
            using var message = CreateMessage(request, host, client);
            using var response = await client.SendAsync(message).ConfigureAwait(false);
            if (response.IsSuccessStatusCode)
                answered.Add(request);
            else
                others.Add($"{endpoint} answers {(int)response.StatusCode}");
        }

        return answered.Count > 0
            ? Of(answered)
            : throw new BenchmarkDeclarationException(
                $"{host.Description} has no endpoint that can be called without knowing its data: a GET without parameters in its path, "
                + "or one for whose parameters its OpenAPI document has examples or defaults. "
                + (others.Count > 0 ? $"{string.Join(", ", others)}. " : "")
                + "Write a .http file with requests, and [PerfRequests].");
    }

    /// <summary>An API whose document can't be generated still has endpoints without parameters.</summary>
    private static async Task<IReadOnlyDictionary<string, string>> FindExamples(ApiHost host)
    {
        try
        {
            return await host.DescribeAsync().ConfigureAwait(false) is { } document
                ? OpenApiExamples.Read(document)
                : new Dictionary<string, string>();
        }
        catch (Exception e) when (e is HostException or JsonException)
        {
            return new Dictionary<string, string>();
        }
    }

    private static HttpRequestMessage CreateMessage(string request, ApiHost host, HttpClient client)
    {
        var file = HttpFile.Parse(FileName, request);
        var none = new HttpFileEnvironment([], new Dictionary<string, string>());
        return new RequestSender(file, none, null, host.BaseAddress, host.SecureAddress, client).Create(file.Requests[0])();
    }

    /// <summary>Requests to endpoints without parameters.</summary>
    internal static HttpFile Of(IEnumerable<string> endpoints) =>
        HttpFile.Parse(FileName, string.Join("\n###\n", endpoints));

    /// <summary>Whether it is a GET whose path has no parameters.</summary>
    internal static bool IsFixed(string endpoint) =>
        endpoint.StartsWith("GET /", StringComparison.Ordinal) && !endpoint.Contains('{', StringComparison.Ordinal);
}
