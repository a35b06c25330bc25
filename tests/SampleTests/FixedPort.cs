using System.Net;
using System.Net.Sockets;
using BenchmarkDotNet.Attributes;

namespace HttpPerf.SampleTests;

/// <summary>Cases that listen on the same port while they live.</summary>
[BenchmarkCategory("FixedPort")]
public class FixedPort : IDisposable
{
    private static int _port;

    private TcpListener _listener = null!;

    [GlobalSetup]
    public void SetUp()
    {
        _listener = new TcpListener(IPAddress.Loopback, _port);
        _listener.Start();
        _port = ((IPEndPoint)_listener.LocalEndpoint).Port;
    }

    [GlobalCleanup]
    public void Dispose()
    {
        _listener.Dispose();
        GC.SuppressFinalize(this);
    }

    [Benchmark(Baseline = true)]
    public void One() => Thread.SpinWait(1000);

    [Benchmark]
    public void Slower() => Thread.SpinWait(2000);
}

public class FixedPortTests
{
    [PerfTheory<FixedPort>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
