using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;

namespace HttpPerf.GateQuality;

/// <summary>One operation, and the same operation made worse in known ways.</summary>
public class Methods
{
    private const double TailDelay = 200;
    private const double GoldenRatio = 0.6180339887498949;

    /// <summary>Of all instances: an epoch of few long operations would end before an instance's own calls are that many.</summary>
    private static readonly Dictionary<string, int> Calls = [];

    private HttpClient _client = null!;
    private Uri _server = null!;
    private object? _garbage;
    private uint _sink;

    public static IEnumerable<Scale> Scales => Scale.All;

    [ParamsSource(nameof(Scales))]
    public Scale Scale { get; set; } = Scale.All[0];

    [GlobalSetup]
    public async Task SetUp()
    {
        var host = await TargetApiHost.GetAsync();
        _server = host.BaseAddress;
        _client = host.CreateClient();
    }

    [GlobalCleanup]
    public void CleanUp() => _client.Dispose();

    [Benchmark(Baseline = true)]
    public Task<int> Base() => Scale.Run(_client);

    [Benchmark]
    public Task<int> Twin() => Scale.Run(_client);

    [Benchmark]
    public Task<int> Twin2() => Scale.Run(_client);

    [Benchmark]
    public Task<int> Twin3() => Scale.Run(_client);

    [Benchmark]
    public Task<int> Slower1() => Slower(1);

    [Benchmark]
    public Task<int> Slower3() => Slower(3);

    [Benchmark]
    public Task<int> Slower5() => Slower(5);

    [Benchmark]
    public Task<int> Slower10() => Slower(10);

    [Benchmark]
    public Task<int> Allocates24()
    {
        _garbage = new object();
        return Scale.Run(_client);
    }

    [Benchmark]
    public Task<int> Allocates64() => Allocates(64);

    [Benchmark]
    public Task<int> Allocates1024() => Allocates(1024);

    [Benchmark]
    public Task<int> Allocates1KBIn10() => Allocates(1024, IsOneIn(10));

    [Benchmark]
    public Task<int> Allocates1MBIn20() => Allocates(1024 * 1024, IsOneIn(20));

    [Benchmark]
    public Task<int> Connects() => Connects(true);

    [Benchmark]
    public Task<int> Connects1In50() => Connects(IsOneIn(50));

    [Benchmark]
    public Task<int> Connects1In200() => Connects(IsOneIn(200));

    /// <summary>An array of this size is a large object, which only a collection of generation 2 frees.</summary>
    [Benchmark]
    public Task<int> LargeObjects() => Allocates(400_000);

    [Benchmark]
    public Task<int> LargeObjectsThrice() => Allocates(1_200_000);

    /// <summary>Exactly a twentieth is where the 95th percentile changes from one side to the other: the hardest case for it.</summary>
    [Benchmark]
    public Task<int> Delays1In20() => Delays(IsOneIn(20));

    [Benchmark]
    public Task<int> Delays1In10() => Delays(IsOneIn(10));

    private Task<int> Slower(double percent)
    {
        _sink = Scale.Delay(percent);
        return Scale.Run(_client);
    }

    /// <summary>An array's header takes 24 bytes of it.</summary>
    private Task<int> Allocates(int bytes)
    {
        _garbage = new byte[bytes - 24];
        return Scale.Run(_client);
    }

    private async Task<int> Connects(bool now)
    {
        if (now)
        {
            using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
            await socket.ConnectAsync(_server.Host, _server.Port);
            // Closed by a reset: thousands of connections a second that wait for late packets would use up the ports.
            socket.LingerState = new LingerOption(true, 0);
        }

        return await Scale.Run(_client);
    }

    private Task<int> Allocates(int bytes, bool now) => now ? Allocates(bytes) : Scale.Run(_client);

    private Task<int> Delays(bool now) => now ? Slower(TailDelay) : Scale.Run(_client);

    /// <summary>
    /// Multiples of the golden ratio are spread evenly over any number of calls, and never fall into step with how many calls an epoch has.
    /// </summary>
    private static bool IsOneIn(int operations, [CallerMemberName] string method = "") =>
        ++CollectionsMarshal.GetValueRefOrAddDefault(Calls, method, out _) * GoldenRatio % 1 < 1.0 / operations;
}
