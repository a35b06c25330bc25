using System.Diagnostics;
using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;
using HttpPerf.GateQuality;
using HttpPerf.Hosting;

namespace HttpPerf.Seeded;

/// <summary>
/// Requests to an API that is the same in both builds, by client code that isn't. Each change is a class of its own, as few cases of a
/// class have usually changed.
/// </summary>
[BenchmarkCategory("Client")]
public abstract class ClientBenchmarks
{
#if BEFORE
    protected static bool IsChanged => false;
#else
    protected static bool IsChanged => true;
#endif

    private static readonly Scale Scale = Scale.All.Single(scale => scale.Name == "500us");

    private long _lastRequest;

    protected ApiHost Host { get; private set; } = null!;

    protected HttpClient Client { get; private set; } = null!;

    [GlobalSetup]
    public async Task SetUp()
    {
        Host = await TargetApiHost.GetAsync();
        Client = Host.CreateClient();
    }

    [GlobalCleanup]
    public void CleanUp() => Client.Dispose();

    protected Task<int> Read() => Scale.Run(Client);

    /// <summary>As a string, the forecasts of 68 days allocate about so much.</summary>
    protected Task<string> Get13KB() => Client.GetStringAsync("weatherforecast/68");

    /// <summary>
    /// Is busy for a part of what the last request took. A request takes longer beside other cases than alone, and longer still on a busy
    /// machine, so an amount that is fixed before would be another part of it.
    /// </summary>
    protected async Task<int> ReadSlower(double part)
    {
        var start = Stopwatch.GetTimestamp();
        var busy = IsChanged ? (long)(part * _lastRequest) : 0;
        while (Stopwatch.GetTimestamp() - start < busy)
            Thread.SpinWait(1);

        start = Stopwatch.GetTimestamp();
        var read = await Read();
        _lastRequest = Stopwatch.GetTimestamp() - start;
        return read;
    }
}

public class Copies : ClientBenchmarks
{
    [Benchmark]
    public Task<int> Forecasts() => Read();

    [Benchmark]
    public Task<string> Forecasts13KB() => Get13KB();
}

public class CopyAt102 : ClientBenchmarks
{
    [Benchmark]
    public Task<int> Forecasts() => Read();
}

public class Slower5 : ClientBenchmarks
{
    [Benchmark]
    public Task<int> Forecasts() => ReadSlower(0.05);
}

public class Slower10 : ClientBenchmarks
{
    [Benchmark]
    public Task<int> Forecasts() => ReadSlower(0.1);
}

public class Allocates24 : ClientBenchmarks
{
    private object? _garbage;

    [Benchmark]
    public Task<string> Forecasts13KB()
    {
        if (IsChanged)
            _garbage = new object();
        return Get13KB();
    }
}

public class Connects : ClientBenchmarks
{
    [Benchmark]
    public async Task<string> Hello()
    {
        if (!IsChanged)
            return await Client.GetStringAsync("");
        using var client = Host.CreateClient();
        return await client.GetStringAsync("");
    }
}

public class ClientTests
{
    [PerfTheory<Copies>]
    public void CopiesStayAsTheyWere(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<CopyAt102>]
    public void CopyAt102StaysAsItWas(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<Slower5>]
    public void Slower5StaysAsItWas(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<Slower10>]
    public void Slower10StaysAsItWas(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<Allocates24>]
    public void Allocates24StaysAsItWas(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();

    [PerfTheory<Connects>]
    public void ConnectsStaysAsItWas(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
