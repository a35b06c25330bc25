namespace HttpPerf.Requests;

/// <summary>
/// The URL of a request. Whichever machine it names, the request is sent to the API under test: a host that is a variable or this machine
/// stands for it.
/// </summary>
internal static class RequestUrl
{
    /// <summary>Stands for a reference where only the shape of a URL matters. No character of a URL.</summary>
    private const char Variable = '\uFFFC';

    /// <exception cref="BenchmarkDeclarationException">It is no URL, or another API's.</exception>
    public static void Check(Template url)
    {
        var shape = Shape(url);
        var host = HostIn(shape);
        if (host.Length == 0 && shape[0] != '/')
            throw url.Place.Error($"{url} is no URL. It begins with http://, https://, / or a variable for the address of the API.");
        if (host.Length > 0 && !host.Contains(Variable, StringComparison.Ordinal) && !IsThisMachine(shape))
            throw url.Place.Error(
                $"The request goes to {host}, and only the API under test is measured. Write localhost, or a variable for its address.");
    }

    /// <summary>The path and the query, with <c>{name}</c> for a variable.</summary>
    public static string Describe(Template url)
    {
        var startsWithVariable = url.Parts is [{ Reference: not null }, ..];
        var text = string.Concat(
            (startsWithVariable ? url.Parts.Skip(1) : url.Parts).Select(part => part.Literal ?? $"{{{part.Reference}}}"));
        var scheme = text.IndexOf("://", StringComparison.Ordinal);
        var path = scheme >= 0 ? AfterHost(text[(scheme + 3)..]) : startsWithVariable && text.StartsWith(':') ? AfterHost(text) : text;
        return path is ['/', ..] or ['{', ..] ? path : $"/{path}";
    }

    /// <summary>Where to send a request.</summary>
    /// <param name="rendered">The URL, in which a variable for the host may be undefined and empty.</param>
    /// <param name="place">Where it stands.</param>
    /// <param name="address">The API's address.</param>
    /// <param name="secure">Its HTTPS address; null if it has none.</param>
    /// <exception cref="BenchmarkDeclarationException">It is no URL.</exception>
    public static Uri Locate(string rendered, FileLine place, Uri address, Uri? secure)
    {
        if (rendered.Length == 0 || rendered[0] is '/' or '?')
            return Combine(address, rendered);
        var absolute = rendered.Contains("://", StringComparison.Ordinal) ? rendered : $"http://{rendered}";
        return Uri.TryCreate(absolute, UriKind.Absolute, out var url) && url.Scheme is "http" or "https"
            ? Combine(url.Scheme == "https" && secure is not null ? secure : address, url.PathAndQuery)
            : throw place.Error($"{rendered} is no URL of HTTP.");
    }

    private static Uri Combine(Uri address, string pathAndQuery) => new(address, pathAndQuery.Length == 0 ? "/" : pathAndQuery);

    private static string AfterHost(string text) => text.IndexOf('/') is >= 0 and var slash ? text[slash..] : "/";

    private static string Shape(Template url) => string.Concat(url.Parts.Select(part => part.Literal ?? $"{Variable}"));

    /// <summary>Empty if it has none.</summary>
    private static string HostIn(string shape)
    {
        var rest = shape;
        if (shape.IndexOf("://", StringComparison.Ordinal) is >= 0 and var scheme)
            rest = shape[(scheme + 3)..];
        else if (shape[0] != Variable)
            return "";
        return rest.IndexOf('/') is >= 0 and var slash ? rest[..slash] : rest;
    }

    private static bool IsThisMachine(string shape) =>
        Uri.TryCreate(shape.Replace(Variable, 'x'), UriKind.Absolute, out var url) && (url.IsLoopback || url.Host is "0.0.0.0");
}
