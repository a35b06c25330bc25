using System.ComponentModel;
using System.Reflection;
using BenchmarkDotNet.Attributes;
using HttpPerf.Discovery;
using HttpPerf.Workloads;

namespace HttpPerf;

/// <summary>
/// Calls the test methods of a class that are measured themselves. An adapter derives from it, and creates the class as its test framework
/// does. Public because BenchmarkDotNet creates it; write <c>[PerfFact]</c> instead.
/// </summary>
/// <typeparam name="TTests">The class of the tests.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
[ExpectedEmptyResult]
public abstract class TestMethodBenchmarks<TTests> : IBenchmarksOfTests
{
    private Func<ValueTask> _call = null!;

    /// <summary>All test methods that are measured.</summary>
    public IEnumerable<object> Tests => TestMethodCase.Of(typeof(TTests));

    /// <summary>The test method.</summary>
    [ParamsSource(nameof(Tests))]
    public object Test { get; set; } = null!;

    /// <summary>Creates the class of the test, with its fixtures.</summary>
    [GlobalSetup]
    public async Task SetUp()
    {
        var method = ((TestMethodCase)Test).Method;
        _call = Bind(method, await CreateAsync(method).ConfigureAwait(false));
    }

    /// <summary>Calls the test method.</summary>
    // Without the path of this file, which exists only where the package was built.
    [Benchmark(0, "")]
    public ValueTask Call() => _call();

    /// <summary>Ends what was created for the test.</summary>
    [GlobalCleanup]
    public Task CleanUp() => DisposeAsync();

    /// <summary>Creates an instance of the class with its fixtures, outside a test.</summary>
    /// <param name="test">The test method.</param>
    /// <returns>The instance; null for a static method.</returns>
    /// <exception cref="BenchmarkDeclarationException">The test needs something that only a run of its framework provides.</exception>
    protected abstract Task<object?> CreateAsync(MethodInfo test);

    /// <summary>Ends the instance and its fixtures, as far as they were created.</summary>
    protected abstract Task DisposeAsync();

    private static Func<ValueTask> Bind(MethodInfo method, object? instance)
    {
        if (method.ReturnType == typeof(ValueTask))
            return method.CreateDelegate<Func<ValueTask>>(instance);
        if (method.ReturnType.IsAssignableTo(typeof(Task)))
        {
            var start = method.CreateDelegate<Func<Task>>(instance);
            return () => new(start());
        }

        if (method.ReturnType != typeof(void))
            throw new BenchmarkDeclarationException(
                $"{method.DeclaringType!.Name}.{method.Name} returns {TypeNames.Of(method.ReturnType)}. A test that is measured returns "
                + "nothing, a Task or a ValueTask.");
        var call = method.CreateDelegate<Action>(instance);
        return () =>
        {
            call();
            return default;
        };
    }
}
