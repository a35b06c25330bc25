using System.ComponentModel;
using System.Diagnostics;

namespace HttpPerf.Results.Programs;

/// <summary>A process with all that it has started.</summary>
internal static class ProcessTree
{
    /// <summary>Ends it. A failure to do so must not replace the result, or the reason for which it is ended.</summary>
    public static void Kill(Process process)
    {
        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (Exception e) when (e is InvalidOperationException or Win32Exception or AggregateException or NotSupportedException)
        {
            // It has just ended by itself, or a part of it belongs to another user.
        }
    }
}
