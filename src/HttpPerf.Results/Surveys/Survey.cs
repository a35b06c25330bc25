namespace HttpPerf.Results.Surveys;

/// <summary>Asks which requests an API answers as they expect, so that they can be measured.</summary>
/// <param name="Api">The full path of its assembly, in the output of the tests.</param>
/// <param name="Environment">In which it runs, e.g. <c>Production</c>.</param>
/// <param name="Files">The full paths of <c>.http</c> files.</param>
/// <param name="Answer">The full path of the file to write the <see cref="Survey"/> to.</param>
internal sealed record SurveyRequest(string Api, string Environment, IReadOnlyList<string> Files, string Answer)
{
    /// <summary>Holds the request, as JSON, for a process of the tests whose startup hook is the library.</summary>
    public const string Variable = "HTTPPERF_SURVEY";
}

/// <summary>How an API has answered.</summary>
/// <param name="Failure">Why nothing was sent, e.g. because the API doesn't start; null otherwise.</param>
/// <param name="Endpoints">All endpoints of the API.</param>
/// <param name="Log">The errors that the API has logged, if it answered with one; null otherwise.</param>
/// <param name="Requests">The requests of the files.</param>
internal sealed record Survey(
    string? Failure, IReadOnlyList<SurveyedEndpoint> Endpoints, string? Log, IReadOnlyList<SurveyedRequest> Requests)
{
    public int Successes => Requests.Count(request => request.Blocker is null) + Endpoints.Count(request => request.Blocker is null);

    public bool HasServerError => Requests.Any(request => request.IsServerError) || Endpoints.Any(request => request.IsServerError);

    /// <param name="isOfEndpoints">Whether the requests to endpoints are going to be measured instead of those of the files.</param>
    public bool NeedsLogin(bool isOfEndpoints) =>
        (isOfEndpoints ? Endpoints.Select(request => request.Blocker) : Requests.Select(request => request.Blocker)).Any(
            blocker => blocker?.StartsWith("answered 401", StringComparison.Ordinal) == true);

    /// <summary>Whether more can be measured or, where nothing differs in that, whether only the other API fails.</summary>
    public bool IsBetterThan(Survey other) => Failure is null
        && (other.Failure is not null
            || Successes > other.Successes
            || (Successes == other.Successes && other.HasServerError && !HasServerError));

    public static Survey Failed(string failure) => new(failure, [], null, []);
}

/// <summary>A request that was sent twice.</summary>
/// <param name="File">The full path of its file.</param>
/// <param name="Line">The line of its method and URL, from 1; 0 if the file can't be read.</param>
/// <param name="Label">Its name, e.g. <c>GET /todos</c>.</param>
/// <param name="Blocker">Why it can't be measured, e.g. <c>answered 404</c>; null if it can.</param>
/// <param name="IsServerError">Whether the API failed.</param>
internal sealed record SurveyedRequest(string File, int Line, string Label, string? Blocker, bool IsServerError = false);

/// <summary>A request to an endpoint of the API. It was sent twice if it lacked nothing.</summary>
/// <param name="Endpoint">E.g. <c>GET /todos/{id}</c>.</param>
/// <param name="Text">The request as a <c>.http</c> file has it after <c>###</c>, with its title if there is one.</param>
/// <param name="Blocker">Why it can't be measured, e.g. <c>until {id} is filled in</c>; null if it can.</param>
/// <param name="IsSent">Whether it was sent.</param>
/// <param name="IsServerError">Whether the API failed.</param>
internal sealed record SurveyedEndpoint(string Endpoint, string Text, string? Blocker, bool IsSent, bool IsServerError);
