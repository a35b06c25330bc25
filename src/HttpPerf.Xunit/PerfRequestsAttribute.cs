using System.Reflection;
using System.Runtime.CompilerServices;
using Xunit.v3;

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
[XunitTestCaseDiscoverer(typeof(PerfTheoryDiscoverer))]
[AttributeUsage(AttributeTargets.Method)]
public sealed class PerfRequestsAttribute<TEntryPoint> : PerfRequestsAttribute
    where TEntryPoint : class
{
    /// <param name="file">
    /// The file's path, relative to the project of the tests or of the API, or to a folder above the tests.
    /// </param>
    /// <param name="sourceFilePath">Filled in by the compiler.</param>
    /// <param name="sourceLineNumber">Filled in by the compiler.</param>
    public PerfRequestsAttribute(
        string file, [CallerFilePath] string? sourceFilePath = null, [CallerLineNumber] int sourceLineNumber = -1)
        : base(file, sourceFilePath, sourceLineNumber)
    {
    }

    private protected override Type? EntryPoint => typeof(TEntryPoint);
}

/// <summary>
/// Like <see cref="PerfRequestsAttribute{TEntryPoint}"/>, for an API whose <c>Program</c> isn't public:
/// <c>[PerfRequests("MyApi.http", "MyApi")]</c>.
/// </summary>
[XunitTestCaseDiscoverer(typeof(PerfTheoryDiscoverer))]
[AttributeUsage(AttributeTargets.Method)]
public class PerfRequestsAttribute : PerfTheoryAttribute, IRequestsTest
{
    private readonly string? _assembly;

    /// <param name="file">
    /// The file's path, relative to the project of the tests or of the API, or to a folder above the tests.
    /// </param>
    /// <param name="assembly">The name of the API's assembly, e.g. <c>MyApi</c>.</param>
    /// <param name="sourceFilePath">Filled in by the compiler.</param>
    /// <param name="sourceLineNumber">Filled in by the compiler.</param>
    public PerfRequestsAttribute(
        string file, string assembly, [CallerFilePath] string? sourceFilePath = null, [CallerLineNumber] int sourceLineNumber = -1)
        : this(file, sourceFilePath, sourceLineNumber) =>
        _assembly = assembly;

    private protected PerfRequestsAttribute(string file, string? sourceFilePath, int sourceLineNumber)
        : base(typeof(HttpFileBenchmarks<,>), sourceFilePath, sourceLineNumber) =>
        File = file;

    /// <summary>The file's path, relative to the project of the tests or of the API, or to a folder above the tests.</summary>
    public string File { get; }

    /// <summary>
    /// The environment of <c>http-client.env.json</c> from which variables come. By default the only one, if there is only one.
    /// </summary>
    public string? Environment { get; set; }

    /// <summary>The environment that the API runs in, e.g. <c>Development</c>. By default <c>Production</c>.</summary>
    public string? HostEnvironment { get; set; }

    /// <summary>
    /// A class with a public static method <c>Task&lt;ApiHost&gt; Start()</c>, which starts the API with settings, a database or services
    /// of the tests. By default, the API starts with its own settings.
    /// </summary>
    public Type? Api { get; set; }

    /// <inheritdoc/>
    public override Type BenchmarksOf(MethodInfo test)
    {
        ArgumentNullException.ThrowIfNull(test);
        var tests = test.ReflectedType!;
        return typeof(HttpFileBenchmarks<,>).MakeGenericType(((IRequestsTest)this).FindEntryPoint(tests.Assembly), tests);
    }

    Type? IRequestsTest.EntryPoint => EntryPoint;

    string? IRequestsTest.AssemblyName => _assembly;

    private protected virtual Type? EntryPoint => null;

    internal override IReadOnlyList<PerfCase> Discover(MethodInfo test, Func<ITestOutput>? output = null) =>
        PerfCase.Discover(this, test, output);

    private protected override IEnumerable<string> Categories => [Path.GetFileNameWithoutExtension(File)];
}
