using System.Runtime.InteropServices;

namespace HttpPerf.GateQuality.Evidence;

/// <summary>
/// Processes whose parents have ended: MSBuild's nodes outlive the <c>dotnet build</c> that BenchmarkDotNet starts. Adopted by this
/// process, their processor time counts as its own.
/// </summary>
internal static class Orphans
{
    private const int SetChildSubreaper = 36;
    private const int AnyChild = -1;
    private const int NoHang = 1;

    /// <summary>From now on, orphans among the descendants become children of this process. Linux only; does nothing elsewhere.</summary>
    public static void Adopt()
    {
        if (OperatingSystem.IsLinux())
            _ = Control(SetChildSubreaper, 1, 0, 0, 0);
    }

    /// <summary>
    /// Takes over the time of those that have ended. The kernel adds it when their exit is read. No
    /// <see cref="System.Diagnostics.Process"/> may be waited for meanwhile: this would read its exit too.
    /// </summary>
    public static void Reap()
    {
        while (OperatingSystem.IsLinux() && Wait(AnyChild, out _, NoHang) > 0)
        {
        }
    }

    [DllImport("libc", EntryPoint = "prctl")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Control(int option, nuint value, nuint unused3, nuint unused4, nuint unused5);

    [DllImport("libc", EntryPoint = "waitpid")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Wait(int process, out int status, int options);
}
