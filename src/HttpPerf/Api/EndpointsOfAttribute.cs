namespace HttpPerf;

/// <summary>
/// Makes every endpoint of an API that can be called without knowing its data a case of a class of tests, for test frameworks without
/// <c>[PerfEndpoints]</c>: <see cref="PerfCase.Discover(Type, Func{ITestOutput})"/> lists them, as it lists those of a benchmark class.
/// </summary>
/// <typeparam name="TEntryPoint">Any type of the API's assembly, usually its <c>Program</c>. The API runs in a child process.</typeparam>
[AttributeUsage(AttributeTargets.Class)]
public sealed class EndpointsOfAttribute<TEntryPoint> : Attribute, IRequestsTest
    where TEntryPoint : class
{
    /// <inheritdoc cref="RequestsOfAttribute.Api"/>
    public Type? Api { get; set; }

    Type IPerfTest.Benchmarks => typeof(HttpFileBenchmarks<,>);

    /// <inheritdoc cref="RequestsOfAttribute.HostEnvironment"/>
    public string? HostEnvironment { get; set; }

    Type IRequestsTest.EntryPoint => typeof(TEntryPoint);

    string? IRequestsTest.File => null;

    string? IRequestsTest.Environment => null;
}
