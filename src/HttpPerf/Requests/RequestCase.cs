using System.Reflection;
using HttpPerf.Discovery;

namespace HttpPerf.Requests;

/// <summary>A request of a .http file as a case.</summary>
internal sealed class RequestCase(
    string name, string apiName, HttpFile file, HttpFileRequest request, string group, IRequestsTest test) : INamedCase
{
    public HttpFile File => file;

    public HttpFileRequest Request => request;

    /// <summary>The path of its file, as the attribute has it; null for an endpoint.</summary>
    public string? OfFile => test.File;

    public IRequestsTest Test => test;

    public string Class => name;

    public string Name => request.Label;

    public string Group => group;

    public IReadOnlyList<string> Categories =>
    [
        test.File is null ? apiName : Path.GetFileNameWithoutExtension(file.Path),
        .. request.Directives.Categories,
    ];

    public ExpectedErrorsAttribute? ExpectedErrors => request.Directives.Expected is >= 400 and var status ? new(status) : null;

    public Assembly? Code => null;

    public override string ToString() => Name;
}
