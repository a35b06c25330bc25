using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.EventPipe;

namespace HttpPerf.Profiling;

/// <summary>
/// Reads what the threads do. The runtime looks at all of them about every millisecond. A thread counts that is at work for a caller, also
/// if it is in a system call or blocked; not one that waits for work, even if it spins meanwhile.
/// </summary>
internal sealed class SampleTrace : TraceReader
{
    protected override void Subscribe(TraceLogEventSource source) => new SampleProfilerTraceEventParser(source).ThreadSample += Add;

    protected override MarkedCalls CreateCalls() => new Samples();

    private void Add(ClrThreadSampleTraceData data)
    {
        if (Current is not Samples samples)
            return;
        var (stack, isWork) = Read(data.CallStack());
        samples.See(data.ThreadID);
        if (stack is null)
            return;
        // How a thread stops for the profiler is no work of its own.
        stack.RemoveAll(frame => frame.Method.StartsWith("Thread.PollGC", StringComparison.Ordinal));
        var isOwnThread = data.Type == ClrThreadSampleType.Managed && stack.Exists(frame => frame.Line is not null);
        if (stack.Count > 0 && (isWork || isOwnThread))
            samples.Add(stack);
    }

    private sealed class Samples : MarkedCalls
    {
        /// <summary>How many standard errors a difference must have to be shown.</summary>
        private const double Errors = 3;

        private readonly Dictionary<int, int> _perThread = [];

        public void See(int thread) => _perThread[thread] = _perThread.GetValueOrDefault(thread) + 1;

        public void Add(List<TracedFrame> stack) => Add(CallSite.MethodsOf(stack), stack, 1, 1);

        public override CallProfile ToProfile()
        {
            // A thread that lives all the time is in every sample. On a busy machine they are taken less often than they should be.
            var interval = Nanoseconds / Math.Max(1, _perThread.Values.DefaultIfEmpty().Max());
            var profile = ToProfile(interval, (_, samples) => Errors * Math.Sqrt(samples) * interval);
            return profile with { Duration = Nanoseconds / Operations };
        }
    }
}
