using HttpPerf.Results.Surveys;

namespace HttpPerf.Tool;

/// <summary>Sends the requests of a new test project, and settles which of them are tests.</summary>
/// <param name="Lines">The outcome, to print.</param>
/// <param name="Successes">How many requests can be measured.</param>
/// <param name="IsSettled">Whether the answers say which ones are tests; no answer of an API that isn't set up does.</param>
internal sealed record InitRequests(IReadOnlyList<string> Lines, int Successes, bool IsSettled = true)
{
    private const string Development = "Development";

    private const string SetUp =
        "It may lack what it needs with dotnet run, too: a setting (appsettings.json, an environment variable) or a database "
        + "(dotnet ef database update).";

    private const string Advice =
        "If they need a database, settings or a login, start the API yourself: "
        + "[PerfRequests<Program>(\"MyApi.http\", Api = typeof(RunningApi))]. docs/requests.md shows how.";

    private const string Login =
        "Requests that are answered 401 need a login. In the .http file, complete the request that logs in, write # @name login above it, "
        + "and send its token with the others, e.g. Authorization: Bearer {{login.response.body.$.token}}";

    private static string AdviseOnAppHost(string appHost) =>
        $"{Path.GetFileNameWithoutExtension(appHost)} (Aspire) gives the API its connection strings and the addresses of other services. "
        + "Here the API is started alone. Let a container or a running database stand for each, and pass the same settings, e.g. "
        + "[\"ConnectionStrings:shop\"] = … (docs/your-api.md).";

    /// <summary>Marks the requests that can't be measured, and writes requests to the endpoints if there are no others.</summary>
    /// <param name="plan">Its files are written.</param>
    /// <param name="root">The full path of the folder that the paths of requests start from, if not the API's.</param>
    /// <param name="appHost">The full path of the Aspire app host that starts the API; null for none.</param>
    /// <param name="cancellation">Ends the processes that were started.</param>
    /// <exception cref="ToolException">The tests don't build.</exception>
    public static async Task<InitRequests> Settle(InitPlan plan, string root, string? appHost, CancellationToken cancellation)
    {
        string[] files = [.. plan.Requests.Select(file => Locate(plan, root, file)).Where(File.Exists)];
        var api = await ApiSurvey.Build(plan.Project, plan.Api, cancellation);
        var (environment, survey) = (WebProject.Production, await api.Send(WebProject.Production, files, cancellation));
        var elsewhere = "";
        if (survey.Failure is not null || survey.Requests.Any(request => request.Blocker is not null))
        {
            // Many APIs have their database's address, or their data, only there.
            var other = await api.Send(Development, files, cancellation);
            if (other.IsBetterThan(survey))
                (environment, survey) = (Development, other);
            else if (other.Failure is not null)
                elsewhere = $" In the environment {Development}, the API doesn't start: {other.Failure}";
        }

        var setUp = appHost is null ? SetUp : AdviseOnAppHost(appHost);
        if (survey.Failure is { } failure)
            return new([$"The API doesn't start by itself, so no request was sent. {failure}", "", setUp, Advice], 0, IsSettled: false);
        if (survey is { Successes: 0, HasServerError: true })
            return new(
                [
                    $"No request succeeds, so none is marked.{elsewhere}",
                    .. Describe(survey.Requests),
                    .. survey.Endpoints.Where(request => request.IsServerError).Select(Describe),
                    .. new[] { survey.Log }.OfType<string>(),
                    "",
                    setUp,
                    Advice,
                ],
                0,
                IsSettled: false);
        if (survey.Requests.Any(request => request.Line == 0))
            return new(
                ["A file can't be read, so nothing is marked:", .. Describe(survey.Requests.Where(request => request.Line == 0))],
                0,
                IsSettled: false);
        var successful = survey.Requests.Where(request => request.Blocker is null).Select(request => request.File).ToHashSet();
        var measured = plan.LeaveOut([.. plan.Requests.Where(file => !successful.Contains(Locate(plan, root, file)))]);
        var isUnchanged = await File.ReadAllTextAsync(plan.Tests, cancellation) == plan.WriteTests(WebProject.Production);
        if (isUnchanged)
            await File.WriteAllTextAsync(plan.Tests, measured.WriteTests(environment), cancellation);

        foreach (var file in survey.Requests.Where(IsMarked).GroupBy(request => request.File))
            await TextFile.Edit(file.Key, text => RequestsText.Skip(text, file), cancellation);
        var successes = survey.Requests.Count(request => request.Blocker is null);
        var isNew = successes == 0;
        var target = Locate(plan, root, plan.Requests[0]);
        if (isNew)
        {
            successes = survey.Successes;
            var address = $"{InitPlan.Identifier(plan.Api.AssemblyName)}_HostAddress";
            await TextFile.Edit(
                target,
                text => RequestsText.AddEndpoints(text, address, plan.Api.FindAddress(), survey.Endpoints),
                cancellation);
        }

        var lines = new List<string>();
        if (isNew)
            lines.Add($"{InitCommand.Show(target)} has a request for each endpoint of the API now.");
        if (environment != WebProject.Production)
            lines.Add($"In the environment {environment}, the API answers better, so it runs in it ({InitCommand.Show(plan.Tests)}).");
        lines.Add($"{successes} {(successes == 1 ? "request" : "requests")} can be measured.");
        lines.AddRange(Describe(survey.Requests.Where(request => request.Blocker is not null)));
        if (isUnchanged && measured.Requests.Count < plan.Requests.Count)
            lines.Add(
                $"{InitCommand.Show(plan.Tests)} leaves out the files without a request to measure: "
                + $"{string.Join(", ", plan.Requests.Except(measured.Requests))}.");
        if (isNew)
            lines.AddRange(survey.Endpoints.Where(request => request.Blocker is not null).Select(Describe));
        if (survey.Log is { } log && (isNew || survey.Requests.Any(request => request.IsServerError)))
            lines.Add(log);
        if (survey.NeedsLogin(isNew))
            lines.AddRange(["", Login]);
        else if (survey.Successes == 0)
            lines.AddRange(["", Advice]);
        return new(lines, successes);
    }

    private static string Describe(SurveyedEndpoint request) =>
        $"  {request.Endpoint}: {(request.IsSent ? "" : "skipped ")}{request.Blocker}";

    /// <summary>A line for each. Advice after the first sentence of a blocker is printed once, because many may have the same.</summary>
    internal static IEnumerable<string> Describe(IEnumerable<SurveyedRequest> requests)
    {
        var advice = new HashSet<string>();
        foreach (var request in requests)
        {
            var place = request.Line == 0 ? "" : $"{Path.GetFileName(request.File)}:{request.Line}: ";
            var end = request.Blocker?.IndexOf(". ", StringComparison.Ordinal) + 1;
            var isSaid = end > 0 && !advice.Add(request.Blocker![end.Value..]);
            yield return $"  {place}{request.Label}: {(isSaid ? request.Blocker![..end!.Value] : request.Blocker)}";
        }
    }

    private static bool IsMarked(SurveyedRequest request) => request.Blocker is not null && request.Line > 0;

    private static string Locate(InitPlan plan, string root, string file) =>
        Path.GetFullPath(file, plan.Api.Folder) is var own && (File.Exists(own) || !File.Exists(Path.GetFullPath(file, root)))
            ? own
            : Path.GetFullPath(file, root);
}
