using System.Text;

namespace HttpPerf.Requests;

/// <summary>A request of a .http file.</summary>
/// <param name="Place">The line of its method and URL.</param>
/// <param name="Name">By which other requests refer to it; null without <c># @name</c>.</param>
/// <param name="Title">The text behind <c>###</c>; empty if there is none.</param>
/// <param name="Method">In capitals.</param>
/// <param name="Url">Its address.</param>
/// <param name="Version">The version of HTTP; null for the client's default.</param>
/// <param name="Headers">Its headers, in the order of the file.</param>
/// <param name="Body">The parts of its body; empty without one.</param>
/// <param name="Variables">Those defined above it, by name.</param>
/// <param name="Directives">The comments that mean something.</param>
internal sealed record HttpFileRequest(
    FileLine Place,
    string? Name,
    string Title,
    string Method,
    Template Url,
    Version? Version,
    IReadOnlyList<KeyValuePair<string, Template>> Headers,
    IReadOnlyList<BodyPart> Body,
    IReadOnlyDictionary<string, Template> Variables,
    Directives Directives)
{
    /// <summary>Distinguishes it within its file, e.g. <c>list todos</c> or <c>GET /todos?done=true</c>.</summary>
    public string Label { get; init; } = Title.Length > 0 ? Title : Name ?? $"{Method} {RequestUrl.Describe(Url)}";

    /// <summary>Everything of it that may refer to variables.</summary>
    public IEnumerable<Template> Templates => [Url, .. Headers.Select(h => h.Value), .. Body.Select(part => part.Text).OfType<Template>()];
}

/// <summary>A part of a body: text, or a file.</summary>
/// <param name="Text">Null for a file that is sent as it is.</param>
/// <param name="File">Its full path; null for text.</param>
/// <param name="Encoding">In which the text is sent, or the file is read and sent.</param>
internal sealed record BodyPart(Template? Text, string? File, Encoding Encoding);

/// <summary>Comments of a request that mean something.</summary>
/// <param name="Expected">The status that it expects; null for success.</param>
/// <param name="Categories">The values of <c># @category</c>.</param>
/// <param name="Needed">The names of requests to send before, of <c># @ref</c>.</param>
/// <param name="FollowsRedirects">Whether redirects are followed.</param>
/// <param name="IsMeasured">Whether it is a case, and not only sent for others.</param>
internal sealed record Directives(
    int? Expected, IReadOnlyList<string> Categories, IReadOnlyList<string> Needed, bool FollowsRedirects = true, bool IsMeasured = true);
