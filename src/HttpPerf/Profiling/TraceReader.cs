using System.Runtime.InteropServices;
using HttpPerf.Server;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace HttpPerf.Profiling;

/// <summary>Reads a trace that a process has written under <see cref="TraceVariables"/>, while cases were called between marks.</summary>
internal abstract class TraceReader : IDisposable
{
    /// <summary>Frames below it on a stack only show how a thread came to its work.</summary>
    private const string DispatchedWork = "ThreadPoolWorkQueue.Dispatch";

    /// <summary>Who in the library calls benchmarks. Whatever else it does is no part of a call.</summary>
    private static readonly string[] Callers = ["Operation.", "BuiltCase."];

    private static readonly string Library = typeof(TraceReader).Assembly.GetName().Name!;
    private static readonly string Agent = typeof(ProfileMarks).Assembly.GetName().Name!;

    private readonly SourceLines _lines = new();
    private readonly Dictionary<CodeAddressIndex, Frame> _frames = [];
    private readonly Dictionary<long, MarkedCalls> _cases = [];

    /// <summary>The case whose calls count where the trace is read; null if none do.</summary>
    protected MarkedCalls? Current { get; private set; }

    /// <param name="kind">The kind of costs in the trace.</param>
    /// <param name="path">The trace.</param>
    /// <returns>The costs of each case's calls in the process, by the position that marked them.</returns>
    public static IReadOnlyDictionary<long, CallProfile> Read(ProfileKind kind, string path)
    {
        using TraceReader reader = kind == ProfileKind.Allocations ? new AllocationTrace() : new SampleTrace();
        using var log = TraceLog.OpenOrConvert(TraceLog.CreateFromEventPipeDataFile(path));
        reader.Prepare(log);
        using var source = log.Events.GetSource();
        source.Dynamic.All += reader.Mark;
        reader.Subscribe(source);
        source.Process();
        return reader._cases.Where(c => c.Value.Operations > 0).ToDictionary(c => c.Key, c => c.Value.ToProfile());
    }

    public void Dispose() => _lines.Dispose();

    /// <summary>Reads the facts that have to be known before the events.</summary>
    protected virtual void Prepare(TraceLog log)
    {
    }

    protected abstract void Subscribe(TraceLogEventSource source);

    protected abstract MarkedCalls CreateCalls();

    /// <summary>
    /// The methods of an event's stack down to the library's own, and whether they are at work for a caller. Null if the library's agent
    /// in a server is.
    /// </summary>
    protected (List<TracedFrame>? Frames, bool IsWork) Read(TraceCallStack? stack)
    {
        var frames = new List<TracedFrame>();
        for (var at = stack; at is not null; at = at.Caller)
        {
            if (!_frames.TryGetValue(at.CodeAddress.CodeAddressIndex, out var frame))
                _frames[at.CodeAddress.CodeAddressIndex] = frame = Describe(at.CodeAddress);
            switch (frame)
            {
                case { Module: var module } when module == Library:
                    return (frames, frame.Shown?.Method is { } by && Callers.Any(name => by.Contains(name, StringComparison.Ordinal)));
                case { Module: var module } when module == Agent:
                    return (null, false);
                case { Shown.Method: DispatchedWork }:
                    return (frames, true);
                // An asynchronous method is there twice: as what its caller calls, and as its state machine.
                case { Shown: { } shown } when frames is [.., var inner] && inner.Method == shown.Method:
                    frames[^1] = inner.Line is null ? shown : inner;
                    break;
                case { Shown: { } shown }:
                    frames.Add(shown);
                    break;
            }
        }

        return (frames, false);
    }

    private Frame Describe(TraceCodeAddress address) => new(
        address.ModuleName,
        address.FullMethodName is not { Length: > 0 } method ? null : new TracedFrame(
            MethodNames.OfMethod(method),
            address.Method is { MethodToken: > 0 and var token } && address.ModuleFile?.FilePath is { Length: > 0 } path
                ? _lines.Find(path, token, address.ILOffset)
                : null));

    private void Mark(TraceEvent data)
    {
        if (data.ProviderName != ProfileMarks.ProviderName || data.EventName != nameof(ProfileMarks.Mark))
            return;
        switch ((ProfilePhase)(long)data.PayloadByName("phase"))
        {
            case ProfilePhase.Begin:
                Current = CollectionsMarshal.GetValueRefOrAddDefault(_cases, (long)data.PayloadByName("position"), out _) ??= CreateCalls();
                Current.Begin(data.TimeStampRelativeMSec);
                break;
            case ProfilePhase.End:
                Current?.End(data.TimeStampRelativeMSec, (long)data.PayloadByName("operations"));
                Current = null;
                break;
        }
    }

    private readonly record struct Frame(string Module, TracedFrame? Shown);
}

/// <summary>The kinds of events in a trace.</summary>
internal enum ProfileKind
{
    /// <summary>Objects and bytes, by type.</summary>
    Allocations,

    /// <summary>Samples of the threads' stacks.</summary>
    Times,

    /// <summary>Objects that calls leave in the heap.</summary>
    Retained,
}
