using System.Diagnostics;
using System.Globalization;
using System.Text;
using HttpPerf.Discovery;
using HttpPerf.Hosting;
using HttpPerf.Measuring;
using HttpPerf.Workloads;

namespace HttpPerf.GateQuality;

/// <summary>Leftovers of very many requests of many callers: memory that grows, sockets that stay open.</summary>
internal static class EnduranceTrial
{
    private const int Parts = 10;

    /// <summary>A server closes its side of a connection after its client has.</summary>
    private static readonly TimeSpan LongestClose = TimeSpan.FromSeconds(5);

    public static async Task<string> Run(int requests)
    {
        var group = BenchmarkDiscovery.Discover(typeof(Load))[^1];
        var benchmark = group.Cases.Single(c => c.Id.IsBaseline).ToBenchmark();
        var workload = benchmark.Build();
        await workload.SetUp();
        var sockets = OpenSockets();
        var table = new Table(
            "requests", "requests/s", "live objects", "this process", "its server", "sockets here", "sockets of the server");
        Add(0, null);
        using (var built = new BuiltCase(new BenchmarkInstance(benchmark, workload), BlockPlan.Single))
            for (var part = 1; part <= Parts; part++)
            {
                var calls = requests / Parts;
                var time = await built.Load!.Run(calls);
                Add((long)part * calls, calls / (time.Nanoseconds / 1e9));
            }

        await workload.CleanUp();
        for (var start = Stopwatch.GetTimestamp(); OpenSockets() != sockets && Stopwatch.GetElapsedTime(start) < LongestClose;)
            await Task.Delay(50);
        table.Add(["cleaned up", "", .. MemoryAndSockets()]);
        var text = new StringBuilder("# Endurance\n");
        table.Write(
            text,
            $"{requests.ToString("#,0", CultureInfo.InvariantCulture)} requests of {benchmark.Load}",
            "Memory in MB: live objects after a collection, and what the system has given to each process.");
        return $"{text}";

        void Add(long done, double? perSecond) => table.Add(
        [
            done.ToString("#,0", CultureInfo.InvariantCulture),
            perSecond?.ToString("#,0", CultureInfo.InvariantCulture) ?? "",
            .. MemoryAndSockets(),
        ]);
    }

    private static string[] MemoryAndSockets()
    {
        var (here, ofServer) = OpenSockets();
        return
        [
            Megabytes(GC.GetTotalMemory(forceFullCollection: true)),
            Megabytes(Process.GetCurrentProcess().WorkingSet64),
            Megabytes(Servers().Sum(server => server.WorkingSet64)),
            $"{here}",
            $"{ofServer}",
        ];
    }

    private static string Megabytes(long bytes) => (bytes / 1e6).ToString("0.0", CultureInfo.InvariantCulture);

    private static IEnumerable<Process> Servers() => ChildProcessHost.Processes().Select(Process.GetProcessById);

    private static (int Here, int OfServer) OpenSockets() =>
        (OpenSockets(Environment.ProcessId), ChildProcessHost.Processes().Sum(OpenSockets));

    private static int OpenSockets(int process) => new DirectoryInfo($"/proc/{process}/fd")
        .EnumerateFileSystemInfos()
        .Count(file => file.LinkTarget?.StartsWith("socket:", StringComparison.Ordinal) == true);
}
