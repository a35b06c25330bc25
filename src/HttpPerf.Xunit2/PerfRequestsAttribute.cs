using System.Reflection;

namespace HttpPerf;

/// <summary>
/// Creates one test for every request of a <c>.http</c> file, which Visual Studio, Rider and Visual Studio Code send too. The test method
/// takes one <see cref="PerfCase"/>:
/// <code>
/// [PerfRequests&lt;Program&gt;("MyApi.http")]
/// public void Stays_as_fast_as_it_was(PerfCase request) => request.ShouldMeetItsThresholds();
/// </code>
/// A test's name is that of the request, e.g. <c>MyApi.http: list todos</c> or <c>MyApi.http: GET /todos?done=true</c>. The file's name
/// without its extension becomes a trait <c>Category</c>, and so does every <c># @category</c> of a request.
/// </summary>
/// <typeparam name="TEntryPoint">Any type of the API's assembly, usually its <c>Program</c>. The API runs in a child process.</typeparam>
/// <param name="file">The file's path, relative to the project of the tests or of the API, or to a folder above the tests.</param>
[AttributeUsage(AttributeTargets.Method)]
public sealed class PerfRequestsAttribute<TEntryPoint>(string file) : PerfTheoryAttribute(typeof(HttpFileBenchmarks<,>)), IRequestsTest
    where TEntryPoint : class
{
    /// <summary>The file's path, relative to the project of the tests or of the API, or to a folder above the tests.</summary>
    public string File => file;

    /// <inheritdoc cref="RequestsOfAttribute{TEntryPoint}.Environment"/>
    public string? Environment { get; set; }

    /// <inheritdoc cref="RequestsOfAttribute{TEntryPoint}.Api"/>
    public Type? Api { get; set; }

    Type IRequestsTest.EntryPoint => typeof(TEntryPoint);

    /// <inheritdoc/>
    public override Type BenchmarksOf(MethodInfo test)
    {
        ArgumentNullException.ThrowIfNull(test);
        return typeof(HttpFileBenchmarks<,>).MakeGenericType(typeof(TEntryPoint), test.ReflectedType!);
    }

    internal override IReadOnlyList<PerfCase> Discover(MethodInfo test) => PerfCase.Discover(this, test);

    private protected override IEnumerable<string> Categories => [Path.GetFileNameWithoutExtension(File)];
}
