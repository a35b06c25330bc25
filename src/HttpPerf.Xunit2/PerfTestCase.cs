using System.ComponentModel;
using System.Reflection;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace HttpPerf;

/// <summary>
/// The test of one benchmark case; the display name is the case's name. If a benchmark class can't be read, a single test case represents
/// the class and fails with the reason. Public because xUnit creates it; not for direct use.
/// </summary>
public sealed class PerfTestCase : XunitTestCase
{
    /// <summary>For xUnit's deserializer.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [Obsolete("Called by the de-serializer.")]
    public PerfTestCase()
    {
    }

    // The case's name serves as the test's argument, so that every case gets its own ID.
    internal PerfTestCase(
        IMessageSink diagnosticMessageSink,
        TestMethodDisplay display,
        TestMethodDisplayOptions displayOptions,
        ITestMethod testMethod,
        string? name)
        : base(diagnosticMessageSink, display, displayOptions, testMethod, name is null ? null : [name])
    {
    }

    private string? Name => TestMethodArguments is [string name] ? name : null;

    /// <inheritdoc/>
    public override Task<RunSummary> RunAsync(
        IMessageSink diagnosticMessageSink,
        IMessageBus messageBus,
        object[] constructorArguments,
        ExceptionAggregator aggregator,
        CancellationTokenSource cancellationTokenSource) =>
        new PerfTestCaseRunner(
            this, FindCase, diagnosticMessageSink, constructorArguments, messageBus, aggregator, cancellationTokenSource).RunAsync();

    internal static PerfTheoryAttribute AttributeOf(MethodInfo test) => test.GetCustomAttribute<PerfTheoryAttribute>()!;

    /// <inheritdoc/>
    protected override string GetDisplayName(IAttributeInfo factAttribute, string displayName) =>
        Name ?? base.GetDisplayName(factAttribute, displayName);

    /// <inheritdoc/>
    protected override void Initialize()
    {
        base.Initialize();
        var method = TestMethod.Method.ToRuntimeMethod();
        var categories = AttributeOf(method).CategoriesOf(method, Name);
        if (!Traits.TryGetValue("Category", out var values))
            Traits.Add("Category", values = []);
        values.AddRange(categories.Except(values));
    }

    private PerfCase FindCase(ITestOutput output)
    {
        var method = TestMethod.Method.ToRuntimeMethod();
        if (method.GetParameters() is not [{ ParameterType: var parameter }] || parameter != typeof(PerfCase))
            throw new InvalidOperationException(
                $"{TestMethod.TestClass.Class.ToRuntimeType().Name}.{method.Name} has a [PerfTheory], so it takes a single parameter, "
                + $"the case. Write:\n\n  public void {method.Name}(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();");
        // Throws if the class can't be read.
        return PerfCase.Find(AttributeOf(method).BenchmarksOf(method), DisplayName, () => output);
    }
}
