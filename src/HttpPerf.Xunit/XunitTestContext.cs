using System.Reflection;
using Xunit;
using Xunit.v3;

namespace HttpPerf;

/// <summary>
/// The context that xUnit gives to the tests of a class, without a run of xUnit: a fresh process has none, and an earlier build's tests are
/// not part of today's.
/// </summary>
/// <param name="tests">The class of the tests.</param>
#pragma warning disable CA1001 // it lives as long as the process
internal sealed class XunitTestContext(Type tests)
#pragma warning restore CA1001
{
    private readonly SemaphoreSlim _changing = new(1, 1);
    private readonly Lazy<XunitTestClass> _class = new(() => Find(tests));
    private readonly Stack<FixtureMappingManager> _fixtures = [];
    private int _users;

    /// <summary>Why a test can't be measured, in sentences; null if it can.</summary>
    public static string? DescribeBlocker(IXunitTestMethod test)
    {
        var name = $"{test.TestClass.TestClassSimpleName}.{test.MethodName}";
        if (test.Parameters.Count > 0 || test.IsGenericMethodDefinition)
            return $"{name} has a [PerfFact], so it has no parameters. Write a test for each value, or a benchmark with [Params].";
        // They belong to a run of xUnit, and would not surround the calls that are measured.
        return test.BeforeAfterTestAttributes.FirstOrDefault(attribute => attribute is not PerfFactAttribute) is { } other
            ? $"{name} has a [PerfFact] and a [{other.GetType().Name.Replace("Attribute", "", StringComparison.Ordinal)}], which acts "
                + "before and after each test, but not around the calls that are measured. Do the same in the constructor or in a fixture."
            : null;
    }

    public XunitTestMethod MethodOf(MethodInfo test) => new(_class.Value, test, []);

    /// <summary>Creates the fixtures of the assembly, the collection and the class, unless another test of the class has them.</summary>
    public async Task<FixtureMappingManager> TakeFixtures()
    {
        await _changing.WaitAsync().ConfigureAwait(false);
        try
        {
            if (_users == 0)
                await CreateFixtures().ConfigureAwait(false);
            _users++;
            return _fixtures.Peek();
        }
        finally
        {
            _changing.Release();
        }
    }

    /// <summary>Disposes of the fixtures when no test of the class has them any more.</summary>
    public async Task ReturnFixtures()
    {
        await _changing.WaitAsync().ConfigureAwait(false);
        try
        {
            if (--_users == 0)
                await DisposeFixtures().ConfigureAwait(false);
        }
        finally
        {
            _changing.Release();
        }
    }

    /// <summary>Creates an instance of the class.</summary>
    public async Task<object> Create(FixtureMappingManager fixtures)
    {
        var constructor = tests.GetConstructors().Single();
        var arguments = new List<object?>();
        foreach (var parameter in constructor.GetParameters())
            arguments.Add(
                parameter.ParameterType == typeof(ITestOutputHelper) ? SilentOutput.Instance
                : parameter.ParameterType == typeof(ITestContextAccessor) ? TestContextAccessor.Instance
                : await fixtures.GetFixture(parameter.ParameterType).ConfigureAwait(false)
                ?? (parameter.HasDefaultValue ? parameter.DefaultValue : throw new BenchmarkDeclarationException(
                    $"{tests.Name} takes a {parameter.ParameterType.Name}, which is no fixture of its class, collection or assembly.")));
        return constructor.Invoke(BindingFlags.DoNotWrapExceptions, binder: null, [.. arguments], culture: null);
    }

    private static XunitTestClass Find(Type tests)
    {
        var collections = new XunitTestFrameworkDiscoverer(new XunitTestAssembly(tests.Assembly)).TestCollectionFactory;
        return new(tests, collections.Get(tests));
    }

    private async Task CreateFixtures()
    {
        var collection = _class.Value.TestCollection;
        (string Category, IEnumerable<Type> Types)[] levels =
        [
            // Without this library's own fixture, which ends the run.
            ("Assembly", collection.TestAssembly.AssemblyFixtureTypes.Where(type => type != typeof(PerfRunSummary))),
            ("Collection", collection.CollectionFixtureTypes),
            ("Class", _class.Value.ClassFixtureTypes),
        ];
        try
        {
            foreach (var (category, types) in levels)
            {
                _fixtures.Push(new(category, _fixtures.TryPeek(out var parent) ? parent : null));
                await _fixtures.Peek().InitializeAsync([.. types], createInstances: true).ConfigureAwait(false);
            }
        }
        catch
        {
            await DisposeFixtures().ConfigureAwait(false);
            throw;
        }
    }

    private async Task DisposeFixtures()
    {
        while (_fixtures.TryPop(out var level))
            await level.DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>Drops the output of thousands of calls.</summary>
    private sealed class SilentOutput : ITestOutputHelper
    {
        public static readonly SilentOutput Instance = new();

        public string Output => "";

        public void Write(string message)
        {
        }

        public void Write(string format, params object[] args)
        {
        }

        public void WriteLine(string message)
        {
        }

        public void WriteLine(string format, params object[] args)
        {
        }
    }
}
