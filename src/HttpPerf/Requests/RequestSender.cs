using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;
using HttpPerf.Hosting;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Requests;

/// <summary>Sends the requests of a <c>.http</c> file to an API, and keeps the answers to which others refer.</summary>
/// <param name="file">The file.</param>
/// <param name="environment">The variables beside it.</param>
/// <param name="environmentName">The chosen environment; null for none.</param>
/// <param name="address">The API's address.</param>
/// <param name="secure">Its HTTPS address; null if it has none.</param>
/// <param name="client">Used for all requests; it must not follow redirects.</param>
internal sealed class RequestSender(
    HttpFile file, HttpFileEnvironment environment, string? environmentName, Uri address, Uri? secure, HttpClient client)
{
    private readonly Dictionary<string, (string Body, Dictionary<string, string> Headers)> _sent = [];
    private readonly Dictionary<string, (string Body, Dictionary<string, string> Headers)> _received = [];
    private readonly string _folder = Path.GetDirectoryName(file.Path) ?? "";

    /// <summary>Creates the client that sends a request.</summary>
    public static HttpClient CreateClient(ApiHost host, HttpFileRequest request)
    {
        var handler = host.CreateHandler();
        if (handler is SocketsHttpHandler sockets)
            sockets.AllowAutoRedirect = request.Directives.FollowsRedirects;
        return new(handler);
    }

    /// <summary>Sends the requests whose answers a request needs.</summary>
    /// <exception cref="BenchmarkDeclarationException">An answer is not as expected.</exception>
    public async Task SendBefore(HttpFileRequest request)
    {
        foreach (var needed in file.Before(request))
        {
            using var message = Create(needed)();
            using var response = await client.SendAsync(message).ConfigureAwait(false);
            Check(needed, response.StatusCode);
            if (needed.Name is not { } name)
                continue;
            _sent[name] = (
                message.Content is { } content ? await content.ReadAsStringAsync().ConfigureAwait(false) : "", HeadersOf(message.Headers));
            _received[name] = (
                await response.Content.ReadAsStringAsync().ConfigureAwait(false), HeadersOf(response.Headers, response.Content.Headers));
        }
    }

    /// <summary>A function that creates a message for each call. As much of it as possible is made now.</summary>
    /// <exception cref="BenchmarkDeclarationException">A variable has no value.</exception>
    public Func<HttpRequestMessage> Create(HttpFileRequest request)
    {
        // An answer may quote them. Here, because a call must not pay for it.
        Secrets.Add(HttpFile.Reachable(request)
            .Where(used => GeneratedValue.IsFromOutside(used.Reference))
            .Select(used => KeyValuePair.Create(used.Reference, (string?)GeneratedValue.Create(used.Reference, used.Place, _folder))));
        var varies = request.Templates.Any(template => Varies(template, request, []));
        if (varies)
            return () => CreateMessage(Render(request), request);
        var rendered = Render(request);
        return () => CreateMessage(rendered, request);
    }

    /// <param name="request">The request.</param>
    /// <param name="status">How it was answered.</param>
    /// <param name="isRepeated">Whether it had been sent before and answered as expected.</param>
    /// <exception cref="BenchmarkDeclarationException">That is not the expected answer.</exception>
    public static void Check(HttpFileRequest request, HttpStatusCode status, bool isRepeated = false)
    {
        if (!IsExpected(request, (int)status))
            throw request.Place.Error($"{request.Label} was answered {(int)status}{Advise(request, (int)status, isRepeated)}");
    }

    /// <summary>Whether a request expects a status.</summary>
    public static bool IsExpected(HttpFileRequest request, int status) => request.Directives.Expected is { } expected
        ? status == expected
        : status is >= 200 and < 300 || (!request.Directives.FollowsRedirects && status is >= 300 and < 400);

    private static string Advise(HttpFileRequest request, int status, bool isRepeated)
    {
        if (isRepeated)
            return ", after it had succeeded. A performance test sends a request many times. Let it work on data of its own, e.g. with "
                + "{{$guid}}, or write # @skip above it.";
        if (request.Directives.Expected is { } expected)
            return $", and # @expect says {expected}. If {status} is right, write it there.";
        var token = status == (int)HttpStatusCode.Unauthorized
            ? request.Headers.Where(h => h.Key.Equals("Authorization", StringComparison.OrdinalIgnoreCase))
                .SelectMany(h => h.Value.References)
                .FirstOrDefault(request.Variables.ContainsKey)
            : null;
        return token is null
            ? $". If that is right, write # @expect {status} above it; to leave it out, # @skip."
            : $". Nobody pastes a token here. Write # @name login above the request that logs in, and @{token} = "
                + "{{login.response.body.$.accessToken}}, or wherever its answer has the token.";
    }

    private static HttpRequestMessage CreateMessage(Rendered rendered, HttpFileRequest request)
    {
        var message = new HttpRequestMessage(rendered.Method, rendered.Url);
        if (request.Version is { } version)
            (message.Version, message.VersionPolicy) = (version, HttpVersionPolicy.RequestVersionExact);
        if (rendered.Body is not null)
            message.Content = new ByteArrayContent(rendered.Body);
        foreach (var (name, value) in rendered.Headers)
            if (!message.Headers.TryAddWithoutValidation(name, value))
                (message.Content ??= new ByteArrayContent([])).Headers.TryAddWithoutValidation(name, value);
        return message;
    }

    private Rendered Render(HttpFileRequest request)
    {
        // A variable with a random value has the same one throughout a request.
        var known = new Dictionary<string, string>();
        return new(
            new HttpMethod(request.Method),
            RequestUrl.Locate(RenderUrl(), request.Url.Place, address, secure),
            [
                .. request.Headers
                    .Where(h => !h.Key.Equals("Host", StringComparison.OrdinalIgnoreCase))
                    .Select(h => KeyValuePair.Create(h.Key, Text(h.Value))),
            ],
            request.Body.Count == 0 ? null : [.. request.Body.SelectMany(part => part.File is { } path
                ? File.ReadAllBytes(path)
                : part.Encoding.GetBytes(Text(part.Text!)))]);

        string Text(Template template) => template.Render(Resolve);

        // The host is not asked for by its name, so nobody needs to have defined it.
        string RenderUrl() => request.Url.Parts is [{ Reference: { } host }, ..] && IsUndefined(host)
            ? request.Url.Render((reference, place) => reference == host ? "" : Resolve(reference, place))
            : Text(request.Url);

        bool IsUndefined(string name) => !name.StartsWith('$') && ResponseReference.TryParse(name) is null
            && !request.Variables.ContainsKey(name) && !environment.Variables.ContainsKey(name);

        string Resolve(string reference, FileLine place)
        {
            if (reference.StartsWith('$'))
                return GeneratedValue.Create(reference, place, _folder);
            if (ResponseReference.TryParse(reference) is { } response)
                return Find(response, reference, place);
            if (known.TryGetValue(reference, out var value))
                return value;
            if (!request.Variables.TryGetValue(reference, out var defined))
                return environment.Variables.TryGetValue(reference, out var outside)
                    ? outside
                    : throw place.Error($"{{{{{reference}}}}} has no value. {environment.DescribeMissing(environmentName is not null)}");
            if (defined.Place == place)
                throw place.Error($"@{reference} refers to itself.");
            return known[reference] = Text(defined);
        }
    }

    private static bool Varies(Template template, HttpFileRequest request, HashSet<string> seen) => template.References.Any(reference =>
        GeneratedValue.Varies(reference)
        || (seen.Add(reference) && request.Variables.TryGetValue(reference, out var value) && Varies(value, request, seen)));

    private string Find(ResponseReference reference, string text, FileLine place)
    {
        var (body, headers) = (reference.IsOfResponse ? _received : _sent)[reference.Request];
        if (!reference.IsOfBody)
            return headers.GetValueOrDefault(reference.Path)
                ?? throw place.Error(
                    $"{{{{{text}}}}} has no value: there is no header {reference.Path}. There are {string.Join(", ", headers.Keys)}.");
        if (reference.Path == "*")
            return body;
        if (!JsonLocation.IsKnown(reference.Path))
            throw place.Error($"{reference.Path} is no path that is known. Write e.g. $.items[0].id, or * for the whole body.");
        try
        {
            return JsonLocation.Find(body, reference.Path)
                ?? throw place.Error($"{{{{{text}}}}} has no value: the answer to {reference.Request} has nothing at {reference.Path}.");
        }
        catch (JsonException)
        {
            throw place.Error($"{{{{{text}}}}} has no value: the answer to {reference.Request} is no JSON.");
        }
    }

    private static Dictionary<string, string> HeadersOf(params IEnumerable<HttpHeaders> headers) => headers.SelectMany(h => h).ToDictionary(
        h => h.Key, h => string.Join(", ", h.Value), StringComparer.OrdinalIgnoreCase);

    private sealed record Rendered(HttpMethod Method, Uri Url, KeyValuePair<string, string>[] Headers, byte[]? Body);
}
