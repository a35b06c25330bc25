namespace HttpPerf.Requests;

/// <summary>Requests to those endpoints of an API that can be called without knowing its data.</summary>
internal static class ApiEndpointsFile
{
    /// <typeparam name="TEntryPoint">A type of the API's assembly.</typeparam>
    /// <param name="starter">The class that starts the API; null to start it without options.</param>
    /// <returns>The requests, as if somebody had written them into a file.</returns>
    /// <exception cref="BenchmarkDeclarationException">There is no such endpoint.</exception>
    public static async Task<HttpFile> Write<TEntryPoint>(Type? starter)
        where TEntryPoint : class
    {
        var host = await SharedApi<TEntryPoint>.Get(starter).ConfigureAwait(false);
        await host.WatchEndpointsAsync().ConfigureAwait(false);
        var all = (await host.FindEndpointsAsync().ConfigureAwait(false))?.All ?? [];
        using var client = host.CreateClient();
        var (answered, others) = (new List<string>(), new List<string>());
        foreach (var endpoint in all)
        {
            if (!IsFixed(endpoint))
                continue;
            using var response = await client.GetAsync(endpoint["GET /".Length..]).ConfigureAwait(false);
            if (response.IsSuccessStatusCode)
                answered.Add(endpoint);
            else
                others.Add($"{endpoint} answers {(int)response.StatusCode}");
        }

        return answered.Count > 0
            ? HttpFile.Parse(Path.Combine(AppContext.BaseDirectory, "endpoints"), string.Join("\n###\n", answered))
            : throw new BenchmarkDeclarationException(
                $"{host.Description} has no endpoint that can be called without knowing its data: a GET without parameters in its path. "
                + (others.Count > 0 ? $"{string.Join(", ", others)}. " : "")
                + "Write a .http file with requests, and [PerfRequests].");
    }

    /// <summary>Whether it is a GET whose path has no parameters.</summary>
    internal static bool IsFixed(string endpoint) =>
        endpoint.StartsWith("GET /", StringComparison.Ordinal) && !endpoint.Contains('{', StringComparison.Ordinal);
}
