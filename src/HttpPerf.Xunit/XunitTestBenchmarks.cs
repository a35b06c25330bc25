using System.ComponentModel;
using System.Reflection;
using Xunit;

namespace HttpPerf;

/// <summary>
/// Calls the tests of a class with <c>[PerfFact]</c>, in instances that are created as xUnit does. Public because BenchmarkDotNet creates
/// it; not for direct use.
/// </summary>
/// <typeparam name="TTests">The class of the tests.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public class XunitTestBenchmarks<TTests> : TestMethodBenchmarks<TTests>
{
    /// <summary>An earlier build's class has its own.</summary>
    private static readonly XunitTestContext Context = new(typeof(TTests));

    private bool _hasFixtures;
    private object? _instance;

    /// <inheritdoc/>
    protected override async Task<object?> CreateAsync(MethodInfo test)
    {
        ArgumentNullException.ThrowIfNull(test);
        if (XunitTestContext.DescribeBlocker(Context.MethodOf(test)) is { } blocker)
            throw new BenchmarkDeclarationException(blocker);
        var fixtures = await Context.TakeFixtures().ConfigureAwait(false);
        _hasFixtures = true;
        if (test.IsStatic)
            return null;
        _instance = await Context.Create(fixtures).ConfigureAwait(false);
        if (_instance is IAsyncLifetime lifetime)
            await lifetime.InitializeAsync().ConfigureAwait(false);
        return _instance;
    }

    /// <inheritdoc/>
    protected override async Task DisposeAsync()
    {
        try
        {
            if (_instance is IAsyncDisposable disposable)
                await disposable.DisposeAsync().ConfigureAwait(false);
            else
                (_instance as IDisposable)?.Dispose();
        }
        finally
        {
            if (_hasFixtures)
                await Context.ReturnFixtures().ConfigureAwait(false);
        }
    }
}
