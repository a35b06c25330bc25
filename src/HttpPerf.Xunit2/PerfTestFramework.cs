using System.Reflection;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace HttpPerf;

/// <summary>
/// Runs tests as xUnit v2 does, shows a summary at the end, and skips tests whose cases were only called. The package names it in an
/// attribute of the test assembly. An assembly with a test framework of its own sets the property <c>HttpPerfSummary</c> to false, and
/// derives that framework from this one.
/// </summary>
/// <param name="messageSink">Receives diagnostic messages.</param>
public class PerfTestFramework(IMessageSink messageSink) : XunitTestFramework(messageSink)
{
    /// <inheritdoc/>
    protected override ITestFrameworkExecutor CreateExecutor(AssemblyName assemblyName) =>
        new Executor(assemblyName, SourceInformationProvider, DiagnosticMessageSink);

    private sealed class Executor(AssemblyName assemblyName, ISourceInformationProvider sources, IMessageSink diagnostics)
        : XunitTestFrameworkExecutor(assemblyName, sources, diagnostics)
    {
        protected override async void RunTestCases(
            IEnumerable<IXunitTestCase> testCases, IMessageSink executionMessageSink, ITestFrameworkExecutionOptions executionOptions)
        {
            using var runner = new AssemblyRunner(TestAssembly, testCases, DiagnosticMessageSink, executionMessageSink, executionOptions);
            await runner.RunAsync();
        }
    }

    private sealed class AssemblyRunner(
        ITestAssembly testAssembly,
        IEnumerable<IXunitTestCase> testCases,
        IMessageSink diagnostics,
        IMessageSink execution,
        ITestFrameworkExecutionOptions options)
        : XunitTestAssemblyRunner(testAssembly, testCases, diagnostics, execution, options)
    {
        protected override IMessageBus CreateMessageBus() => new SkippingMessageBus(base.CreateMessageBus());

        protected override Task BeforeTestAssemblyFinishedAsync()
        {
            foreach (var line in PerfRun.End())
                DiagnosticMessageSink.OnMessage(new DiagnosticMessage(line));
            return base.BeforeTestAssemblyFinishedAsync();
        }
    }

    private sealed class SkippingMessageBus(IMessageBus inner) : IMessageBus
    {
        public bool QueueMessage(IMessageSinkMessage message) => inner.QueueMessage(
            message is ITestFailed failed && failed.ExceptionTypes[0] == typeof(TestSkippedException).FullName
                ? new TestSkipped(failed.Test, failed.Messages[0])
                : message);

        public void Dispose() => inner.Dispose();
    }
}
