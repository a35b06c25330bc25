using System.Reflection;

namespace HttpPerf;

/// <summary>
/// Creates one test for every request of a <c>.http</c> file, which Visual Studio, Rider and Visual Studio Code send too. The test method
/// takes one <see cref="PerfCase"/>:
/// <code>
/// [PerfRequests&lt;Program&gt;("MyApi.http")]
/// public void Stays_as_fast_as_it_was(PerfCase request) => request.ShouldMeetItsThresholds();
/// </code>
/// A test is named after its request, e.g. <c>MyApi.http: list todos</c> or <c>MyApi.http: GET /todos?done=true</c>. The file's name
/// without its extension becomes a trait <c>Category</c>, and so does every <c># @category</c> of a request.
/// </summary>
/// <typeparam name="TEntryPoint">Any type of the API's assembly, usually its <c>Program</c>. The API runs in a child process.</typeparam>
/// <param name="file">The file's path, relative to the project of the tests or of the API, or to a folder above the tests.</param>
[AttributeUsage(AttributeTargets.Method)]
public sealed class PerfRequestsAttribute<TEntryPoint>(string file) : PerfRequestsAttribute(file)
    where TEntryPoint : class
{
    private protected override Type? EntryPoint => typeof(TEntryPoint);
}

/// <summary>
/// Like <see cref="PerfRequestsAttribute{TEntryPoint}"/>, for an API whose <c>Program</c> isn't public:
/// <c>[PerfRequests("MyApi.http", "MyApi")]</c>.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public class PerfRequestsAttribute : PerfTheoryAttribute, IRequestsTest
{
    private readonly string? _assembly;

    /// <param name="file">
    /// The file's path, relative to the project of the tests or of the API, or to a folder above the tests.
    /// </param>
    /// <param name="assembly">The name of the API's assembly, e.g. <c>MyApi</c>.</param>
    public PerfRequestsAttribute(string file, string assembly)
        : this(file) =>
        _assembly = assembly;

    private protected PerfRequestsAttribute(string file)
        : base(typeof(HttpFileBenchmarks<,>)) =>
        File = file;

    /// <summary>The file's path, relative to the project of the tests or of the API, or to a folder above the tests.</summary>
    public string File { get; }

    /// <inheritdoc cref="RequestsOfAttribute.Environment"/>
    public string? Environment { get; set; }

    /// <inheritdoc cref="RequestsOfAttribute.HostEnvironment"/>
    public string? HostEnvironment { get; set; }

    /// <inheritdoc cref="RequestsOfAttribute.Api"/>
    public Type? Api { get; set; }

    Type? IRequestsTest.EntryPoint => EntryPoint;

    string? IRequestsTest.AssemblyName => _assembly;

    private protected virtual Type? EntryPoint => null;

    /// <inheritdoc/>
    public override Type BenchmarksOf(MethodInfo test)
    {
        ArgumentNullException.ThrowIfNull(test);
        var tests = test.ReflectedType!;
        return typeof(HttpFileBenchmarks<,>).MakeGenericType(((IRequestsTest)this).FindEntryPoint(tests.Assembly), tests);
    }

    internal override IReadOnlyList<PerfCase> Discover(MethodInfo test) => PerfCase.Discover(this, test);

    private protected override IEnumerable<string> Categories => [Path.GetFileNameWithoutExtension(File)];
}
