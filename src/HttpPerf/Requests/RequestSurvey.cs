using System.Text.Json;
using System.Text.RegularExpressions;
using HttpPerf.Hosting;
using HttpPerf.Results.Surveys;
using HttpPerf.Server;

namespace HttpPerf.Requests;

/// <summary>Sends the requests of an API twice, to see which of them can be measured.</summary>
internal static partial class RequestSurvey
{
    private const int ServerError = 500;

    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromSeconds(30);

    /// <summary>Doesn't return in a process that is asked for a survey; does nothing in another one.</summary>
    public static void RunIfAsked()
    {
        if (Environment.GetEnvironmentVariable(SurveyRequest.Variable) is not { Length: > 0 } json)
            return;
        // The API's process would be asked, too.
        StartupHookVariable.Remove(typeof(RequestSurvey).Assembly.Location);
        Environment.SetEnvironmentVariable(SurveyRequest.Variable, null);
        var asked = JsonSerializer.Deserialize<SurveyRequest>(json)!;
        File.WriteAllText(asked.Answer, JsonSerializer.Serialize(Task.Run(() => Run(asked)).GetAwaiter().GetResult()));
        Environment.Exit(0);
    }

    private static async Task<Survey> Run(SurveyRequest asked)
    {
        try
        {
            await using var host = await ChildProcessHost.StartAsync(asked.Api, new() { EnvironmentName = asked.Environment })
                .ConfigureAwait(false);
            await host.WatchEndpointsAsync().ConfigureAwait(false);
            var requests = new List<SurveyedRequest>();
            foreach (var file in asked.Files)
                requests.AddRange(await SendAll(file, host).ConfigureAwait(false));
            var all = (await host.FindEndpointsAsync().ConfigureAwait(false))?.All ?? [];
            var endpoints = await SendEndpoints(all, host).ConfigureAwait(false);
            var hasFailed = requests.Exists(request => request.IsServerError) || endpoints.Any(request => request.IsServerError);
            return new(null, endpoints, hasFailed ? await ServerErrors.Find([host]).ConfigureAwait(false) : null, requests);
        }
        catch (HostException e)
        {
            return Survey.Failed(e.Message);
        }
    }

    /// <summary>Writes a request to each endpoint, and sends those that lack nothing.</summary>
    /// <param name="endpoints">E.g. <c>GET /todos</c>.</param>
    /// <param name="host">The API.</param>
    public static async Task<IReadOnlyList<SurveyedEndpoint>> SendEndpoints(IReadOnlyList<string> endpoints, ApiHost host)
    {
        var written = await EndpointRequests.Write(endpoints, host).ConfigureAwait(false);
        List<EndpointRequest> complete = [.. written.Where(request => request.Missing is null)];
        var file = complete.Count > 0 ? ApiEndpointsFile.Of(complete.Select(request => request.Text)) : null;
        var none = new HttpFileEnvironment([], new Dictionary<string, string>());
        var surveyed = new List<SurveyedEndpoint>();
        foreach (var request in written)
        {
            var (blocker, status) = request.Missing is null
                ? await FindBlocker(file!.Requests[complete.IndexOf(request)], file, none, host).ConfigureAwait(false)
                : (request.Missing, 0);
            surveyed.Add(new(request.Endpoint, request.Text, blocker, request.Missing is null, status >= ServerError));
        }

        return surveyed;
    }

    private static async Task<IReadOnlyList<SurveyedRequest>> SendAll(string path, ApiHost host)
    {
        try
        {
            return await SendAll(HttpFile.ReadUnchecked(path), host).ConfigureAwait(false);
        }
        catch (BenchmarkDeclarationException e)
        {
            return [new(path, 0, Path.GetFileName(path), e.Message)];
        }
    }

    /// <summary>Sends the requests of a file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="host">The API.</param>
    internal static async Task<IReadOnlyList<SurveyedRequest>> SendAll(HttpFile file, ApiHost host)
    {
        var environment = HttpFileEnvironment.Read(Path.GetDirectoryName(file.Path)!, null);
        var sent = new List<SurveyedRequest>();
        // From the last to the first: measuring has no order, so one that needs the row of an earlier one would fail by chance.
        foreach (var request in file.Requests.Where(request => request.Directives.IsMeasured).Reverse())
        {
            var (blocker, status) = await FindBlocker(request, file, environment, host).ConfigureAwait(false);
            sent.Add(new(file.Path, request.Place.Line, request.Label, blocker, status >= ServerError));
        }

        sent.Reverse();
        return [.. await MarkGrowth(sent, file, environment, host).ConfigureAwait(false)];
    }

    /// <summary>
    /// Finds requests that add to the answer of another one: the costs of that one would depend on how often they have been sent.
    /// </summary>
    private static async Task<IReadOnlyList<SurveyedRequest>> MarkGrowth(
        IReadOnlyList<SurveyedRequest> sent, HttpFile file, HttpFileEnvironment environment, ApiHost host)
    {
        var answered = file.Requests
            .Where(request => sent.Any(other => other.Line == request.Place.Line && other.Blocker is null))
            .ToLookup(request => request.Method is "GET" or "HEAD" or "OPTIONS");
        var blockers = new Dictionary<int, string>();
        foreach (var change in answered[false])
        {
            // Twice without it, because an answer may vary by itself.
            var lengths = new List<long?[]> { await Ask().ConfigureAwait(false), await Ask().ConfigureAwait(false) };
            while (lengths.Count < 4)
            {
                await Length(change).ConfigureAwait(false);
                lengths.Add(await Ask().ConfigureAwait(false));
            }

            if (answered[true].Where((_, read) => lengths[0][read] == lengths[1][read]
                && lengths[1][read] < lengths[2][read] && lengths[2][read] < lengths[3][read]).FirstOrDefault() is { } grown)
                blockers[change.Place.Line] = $"adds to the answer to {grown.Label}, so that answer depends on how often this is sent";
        }

        return [.. sent.Select(request => blockers.TryGetValue(request.Line, out var blocker)
            ? request with { Blocker = blocker }
            : request)];

        async Task<long?[]> Ask()
        {
            var all = new List<long?>();
            foreach (var read in answered[true])
                all.Add(await Length(read).ConfigureAwait(false));
            return [.. all];
        }

        async Task<long?> Length(HttpFileRequest request)
        {
            try
            {
                using var client = RequestSender.CreateClient(host, request);
                client.Timeout = AnswerTimeout;
                RequestSender sender = new(file, environment, null, host.BaseAddress, host.SecureAddress, client);
                await sender.SendBefore(request).ConfigureAwait(false);
                using var message = sender.Create(request)();
                using var response = await client.SendAsync(message).ConfigureAwait(false);
                return (await response.Content.ReadAsByteArrayAsync().ConfigureAwait(false)).Length;
            }
            catch (Exception e) when (e is BenchmarkDeclarationException or HttpRequestException or OperationCanceledException)
            {
                return null;
            }
        }
    }

    private static async Task<(string? Blocker, int Status)> FindBlocker(
        HttpFileRequest request, HttpFile file, HttpFileEnvironment environment, ApiHost host)
    {
        try
        {
            file.Check(request);
            using var client = RequestSender.CreateClient(host, request);
            client.Timeout = AnswerTimeout;
            RequestSender sender = new(file, environment, null, host.BaseAddress, host.SecureAddress, client);
            await sender.SendBefore(request).ConfigureAwait(false);
            var create = sender.Create(request);
            foreach (var when in new[] { "", " the second time" })
            {
                using var message = create();
                using var response = await client.SendAsync(message).ConfigureAwait(false);
                var status = (int)response.StatusCode;
                if (!RequestSender.IsExpected(request, status))
                    return ($"answered {status}{when}", status);
            }

            return (null, 0);
        }
        catch (BenchmarkDeclarationException e)
        {
            return (Place().Replace(e.Message, ""), 0);
        }
        catch (Exception e) when (e is HttpRequestException or OperationCanceledException)
        {
            return ($"not answered: {e.Message}", 0);
        }
    }
    // Lines move when a request is marked.
    [GeneratedRegex(@"^[^:]+:\d+: ")]
    private static partial Regex Place();
}
