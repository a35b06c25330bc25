using System.Reflection;
using System.Runtime.CompilerServices;
using Xunit.v3;

namespace HttpPerf;

/// <summary>
/// Creates one test for every endpoint of an API that can be called without knowing its data: each GET that answers with success and has no
/// parameters in its path, or for whose required parameters the API's OpenAPI document has an example or a default. To find them, the API
/// is started when tests are discovered. A test's name is e.g. <c>MyApi endpoints: GET /todos</c>. The test method
/// takes one <see cref="PerfCase"/>:
/// <code>
/// [PerfEndpoints&lt;Program&gt;]
/// public void Stays_as_fast_as_it_was(PerfCase request) => request.ShouldMeetItsThresholds();
/// </code>
/// For others, write a <c>.http</c> file and <see cref="PerfRequestsAttribute{TEntryPoint}"/>. Endpoints that no test calls are listed at
/// the end of a run.
/// </summary>
/// <typeparam name="TEntryPoint">Any type of the API's assembly, usually its <c>Program</c>. The API runs in a child process.</typeparam>
[XunitTestCaseDiscoverer(typeof(PerfTheoryDiscoverer))]
[AttributeUsage(AttributeTargets.Method)]
public sealed class PerfEndpointsAttribute<TEntryPoint>(
    [CallerFilePath] string? sourceFilePath = null, [CallerLineNumber] int sourceLineNumber = -1)
    : PerfTheoryAttribute(typeof(HttpFileBenchmarks<,>), sourceFilePath, sourceLineNumber), IRequestsTest
    where TEntryPoint : class
{
    /// <inheritdoc cref="PerfRequestsAttribute.Api"/>
    public Type? Api { get; set; }

    /// <inheritdoc cref="PerfRequestsAttribute.HostEnvironment"/>
    public string? HostEnvironment { get; set; }

    Type IRequestsTest.EntryPoint => typeof(TEntryPoint);

    string? IRequestsTest.File => null;

    string? IRequestsTest.Environment => null;

    internal override IReadOnlyList<PerfCase> Discover(MethodInfo test, Func<ITestOutput>? output = null) =>
        PerfCase.Discover(this, test, output);

    private protected override IEnumerable<string> Categories => [typeof(TEntryPoint).Assembly.GetName().Name!];

    /// <inheritdoc/>
    public override Type BenchmarksOf(MethodInfo test)
    {
        ArgumentNullException.ThrowIfNull(test);
        var tests = test.ReflectedType!;
        return typeof(HttpFileBenchmarks<,>).MakeGenericType(((IRequestsTest)this).FindEntryPoint(tests.Assembly), tests);
    }
}
