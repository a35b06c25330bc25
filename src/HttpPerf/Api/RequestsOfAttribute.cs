namespace HttpPerf;

/// <summary>
/// Names a <c>.http</c> file whose requests are the cases of a class of tests, for test frameworks without <c>[PerfRequests]</c>:
/// <see cref="PerfCase.Discover(Type, Func{ITestOutput})"/> lists them, as it lists those of a benchmark class.
/// <code>
/// [RequestsOf&lt;Program&gt;("MyApi.http")]
/// public class RequestTests
/// </code>
/// </summary>
/// <typeparam name="TEntryPoint">Any type of the API's assembly, usually its <c>Program</c>. The API runs in a child process.</typeparam>
/// <param name="file">The file's path, relative to the project of the tests or of the API, or to a folder above the tests.</param>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
public sealed class RequestsOfAttribute<TEntryPoint>(string file) : RequestsOfAttribute(file)
    where TEntryPoint : class
{
    private protected override Type? EntryPoint => typeof(TEntryPoint);
}

/// <summary>
/// Like <see cref="RequestsOfAttribute{TEntryPoint}"/>, for an API whose <c>Program</c> isn't public:
/// <c>[RequestsOf("MyApi.http", "MyApi")]</c>.
/// </summary>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
public class RequestsOfAttribute : Attribute, IRequestsTest
{
    private readonly string? _assembly;

    /// <param name="file">
    /// The file's path, relative to the project of the tests or of the API, or to a folder above the tests.
    /// </param>
    /// <param name="assembly">The name of the API's assembly, e.g. <c>MyApi</c>.</param>
    public RequestsOfAttribute(string file, string assembly)
        : this(file) =>
        _assembly = assembly;

    private protected RequestsOfAttribute(string file) => File = file;

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

    Type IPerfTest.Benchmarks => typeof(HttpFileBenchmarks<,>);

    Type? IRequestsTest.EntryPoint => EntryPoint;

    string? IRequestsTest.AssemblyName => _assembly;

    private protected virtual Type? EntryPoint => null;
}
