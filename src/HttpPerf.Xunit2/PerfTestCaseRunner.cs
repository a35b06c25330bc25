using System.Reflection;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace HttpPerf;

/// <summary>Runs the test of a benchmark case, and gives it the case and an output.</summary>
internal sealed class PerfTestCaseRunner(
    PerfTestCase testCase,
    Func<ITestOutput, PerfCase> find,
    IMessageSink diagnosticMessageSink,
    object[] constructorArguments,
    IMessageBus messageBus,
    ExceptionAggregator aggregator,
    CancellationTokenSource cancellation)
    : XunitTestCaseRunner(
        testCase, testCase.DisplayName, testCase.SkipReason, constructorArguments, [null], messageBus, aggregator, cancellation)
{
    protected override XunitTestRunner CreateTestRunner(
        ITest test,
        IMessageBus messageBus,
        Type testClass,
        object[] constructorArguments,
        MethodInfo testMethod,
        object[] testMethodArguments,
        string skipReason,
        IReadOnlyList<BeforeAfterTestAttribute> beforeAfterAttributes,
        ExceptionAggregator aggregator,
        CancellationTokenSource cancellationTokenSource) =>
        new PerfTestRunner(
            find,
            diagnosticMessageSink,
            test,
            messageBus,
            testClass,
            constructorArguments,
            testMethod,
            testMethodArguments,
            skipReason,
            beforeAfterAttributes,
            new ExceptionAggregator(aggregator),
            cancellationTokenSource);

    private sealed class PerfTestRunner(
        Func<ITestOutput, PerfCase> find,
        IMessageSink diagnosticMessageSink,
        ITest test,
        IMessageBus messageBus,
        Type testClass,
        object[] constructorArguments,
        MethodInfo testMethod,
        object[] testMethodArguments,
        string skipReason,
        IReadOnlyList<BeforeAfterTestAttribute> beforeAfterAttributes,
        ExceptionAggregator aggregator,
        CancellationTokenSource cancellation)
        : XunitTestRunner(
            test,
            messageBus,
            testClass,
            constructorArguments,
            testMethod,
            testMethodArguments,
            skipReason,
            beforeAfterAttributes,
            aggregator,
            cancellation)
    {
        // xUnit v2 makes an output only for test classes whose constructor takes one. Each test has its own.
        protected override async Task<Tuple<decimal, string>> InvokeTestAsync(ExceptionAggregator aggregator)
        {
            ConstructorArguments = [.. ConstructorArguments.Select(a => a is Func<TestOutputHelper> create ? create() : a)];
            var output = ConstructorArguments.OfType<TestOutputHelper>().FirstOrDefault() ?? new TestOutputHelper();
            output.Initialize(MessageBus, Test);
            var benchmark = find(new XunitTestOutput(output, diagnosticMessageSink, CancellationTokenSource.Token));
            TestMethodArguments = [benchmark];
            var seconds = await InvokeTestMethodAsync(aggregator);
            if (!aggregator.HasExceptions)
                aggregator.Run(benchmark.ThrowIfNotMeasured);
            var text = output.Output;
            output.Uninitialize();
            return Tuple.Create(seconds, text);
        }
    }
}
