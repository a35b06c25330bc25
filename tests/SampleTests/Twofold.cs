using System.Diagnostics.Tracing;
using System.Globalization;
using System.Reflection;
using System.Resources;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>State that exists twice if two builds are in one process. Most cases return the name of the build that they find.</summary>
[BenchmarkCategory("Twofold")]
public class Twofold
{
#if BEFORE
    public const string Build = "before";
#else
    public const string Build = "now";
#endif

    private static int _calls;

    private string? _foundInSetup;

    [GlobalSetup]
    public void SetUp() => _foundInSetup = FoundByFramework();

    [Benchmark]
    public int Calls() => ++_calls;

    [Benchmark]
    public string? Translated() =>
        new ResourceManager("HttpPerf.SampleTests.Build", typeof(Twofold).Assembly).GetString("Build", CultureInfo.GetCultureInfo("de"));

    [Benchmark]
    public string? LoadedByName() => BuildOf(Assembly.Load("SampleTests").GetType("HttpPerf.SampleTests.Twofold"));

    [Benchmark]
    public string? FoundByName() => BuildOf(Type.GetType("HttpPerf.SampleTests.Twofold, SampleTests"));

    /// <summary>LINQ is the caller.</summary>
    [Benchmark]
    public string? FoundByFramework()
    {
        string[] names = ["HttpPerf.SampleTests.Twofold, SampleTests"];
        return BuildOf(names.Select(Type.GetType).Single());
    }

    [Benchmark]
    public string? FoundByFrameworkInSetup() => _foundInSetup;

    [Benchmark]
    public void Signals() => Signal.Log.Sent(Build);

    [Benchmark]
    public int Native() => VersionOfNativeLibrary(out _, out _);

    private static string? BuildOf(Type? type) => (string?)type?.GetField(nameof(Build))?.GetValue(null);

    [DllImport("capstone", EntryPoint = "cs_version")]
    private static extern int VersionOfNativeLibrary(out int major, out int minor);

    [EventSource(Name = "Twofold")]
    private sealed class Signal() : EventSource(EventSourceSettings.ThrowOnEventWriteErrors)
    {
        public static readonly Signal Log = new();

        [Event(1)]
        public void Sent(string build) => WriteEvent(1, build);
    }
}
