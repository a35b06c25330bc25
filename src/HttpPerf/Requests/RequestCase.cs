using HttpPerf.Running;

namespace HttpPerf.Requests;

/// <summary>A request of a .http file as a case.</summary>
internal sealed class RequestCase(HttpFile file, HttpFileRequest request, string group, IRequestsTest test) : INamedCase
{
    public HttpFile File => file;

    public HttpFileRequest Request => request;

    public string? Environment => test.Environment;

    public Type? Api => test.Api;

    public string Class => Path.GetFileName(file.Path);

    public string Name => request.Label;

    public string Group => group;

    public IReadOnlyList<string> Categories => [Path.GetFileNameWithoutExtension(file.Path), .. request.Directives.Categories];

    public ExpectedErrorsAttribute? ExpectedErrors => request.Directives.Expected is >= 400 and var status ? new(status) : null;

    public override string ToString() => Name;
}
