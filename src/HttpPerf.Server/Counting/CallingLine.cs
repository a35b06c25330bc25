using System.Diagnostics;
using HttpPerf.Server;

namespace HttpPerf.Counting;

/// <summary>The line of the user's code that is running.</summary>
internal sealed class CallingLine : IDisposable
{
    /// <summary>Walking a stack takes 50 µs and allocates, and every line is called by the first operations.</summary>
    private const int MostSearches = 500;

    private readonly Lock _lock = new();
    private readonly SourceLines _lines = new();
    private int _searches;

    /// <returns>As <c>Orders.cs:41</c>; null if none of the user's code is on the stack, or has been looked for too often.</returns>
    public string? Find()
    {
        if (Interlocked.Increment(ref _searches) > MostSearches)
            return null;
        lock (_lock)
        {
            var frames = new StackTrace().GetFrames();
            return frames.Select((frame, at) => LineOf(frame, frames.Take(at))).FirstOrDefault(line => line is not null);
        }
    }

    public void Dispose()
    {
        lock (_lock)
        {
            _searches = MostSearches;
            _lines.Dispose();
        }
    }

    private string? LineOf(StackFrame frame, IEnumerable<StackFrame> below) =>
        frame.GetMethod() is { Module.Assembly: { IsDynamic: false, Location.Length: > 0 } assembly } method
        && assembly != typeof(CallingLine).Assembly
            ? _lines.Find(assembly.Location, method.MetadataToken, frame.GetILOffset(), CalleesOf(below.Reverse()))
            : null;

    private static IEnumerable<Callee> CalleesOf(IEnumerable<StackFrame> frames) =>
        from frame in frames
        let method = frame.GetMethod()
        where method is not null
        select new Callee(method.Name, method.Module.Assembly.GetName().Name!);
}
