using System.Reflection;

namespace HttpPerf;

/// <summary>
/// Creates one test for every endpoint of an API that can be called without knowing its data: each GET that answers with success and has no
/// parameters in its path, or for whose required parameters the API's OpenAPI document has an example or a default. To find them, the API
/// is started when tests are discovered. A test's name is e.g. <c>MyApi endpoints: GET /todos</c>. The test method
/// takes one <see cref="PerfCase"/>.
/// </summary>
/// <typeparam name="TEntryPoint">Any type of the API's assembly, usually its <c>Program</c>. The API runs in a child process.</typeparam>
[AttributeUsage(AttributeTargets.Method)]
public sealed class PerfEndpointsAttribute<TEntryPoint>() : PerfTheoryAttribute(typeof(HttpFileBenchmarks<,>)), IRequestsTest
    where TEntryPoint : class
{
    /// <inheritdoc cref="RequestsOfAttribute.Api"/>
    public Type? Api { get; set; }

    /// <inheritdoc cref="RequestsOfAttribute.HostEnvironment"/>
    public string? HostEnvironment { get; set; }

    Type IRequestsTest.EntryPoint => typeof(TEntryPoint);

    string? IRequestsTest.File => null;

    string? IRequestsTest.Environment => null;

    /// <inheritdoc/>
    public override Type BenchmarksOf(MethodInfo test)
    {
        ArgumentNullException.ThrowIfNull(test);
        var tests = test.ReflectedType!;
        return typeof(HttpFileBenchmarks<,>).MakeGenericType(((IRequestsTest)this).FindEntryPoint(tests.Assembly), tests);
    }

    internal override IReadOnlyList<PerfCase> Discover(MethodInfo test) => PerfCase.Discover(this, test);

    private protected override IEnumerable<string> Categories => [typeof(TEntryPoint).Assembly.GetName().Name!];
}
