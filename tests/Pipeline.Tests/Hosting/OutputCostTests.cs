using BenchmarkDotNet.Attributes;
using FluentAssertions;
using HttpPerf.Discovery;
using HttpPerf.Hosting;
using HttpPerf.Measuring;
using HttpPerf.Model;
using HttpPerf.Tests.Measuring;
using HttpPerf.Tests.Running;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Hosting;

/// <summary>Reading an API's output must not show in measurements of its clients.</summary>
[Collection(nameof(RealMeasurements))]
public sealed class OutputCostTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_client_allocates_the_same_bytes_in_every_epoch_whether_or_not_the_server_logs()
    {
        await using var host = await HostedApis.StartBrokenAsync();
        Logs.Host = host;
        var group = BenchmarkDiscovery.Discover(typeof(Logs)).Single();
        var options = new FakeMeasurement { FirstLook = TimeSpan.Zero, Kinds = SampleKinds.Times | SampleKinds.Bytes };
        var measurement = new InterleavedMeasurement(options, _ => Fake.Decided);

        var outcome = Frame.Run(group, (benchmarks, epochs) => measurement.Measure(benchmarks, epochs, Cancellation));

        outcome.Samples.Failures.Should().BeEmpty();
        var quiet = Modes(outcome.Samples.Cases[0]);
        quiet.Should().HaveCount(InterleavedToolchain.DefaultEpochs).And.OnlyContain(bytes => bytes == quiet[0] && bytes > 0);
        Modes(outcome.Samples.Cases[1]).Should().Equal(quiet);
    }

    [Fact]
    public async Task Reading_the_output_allocates_nothing()
    {
        await using var host = await HostedApis.StartBrokenAsync();
        await HostedApis.GetAsync(host, "print-later/200");
        await Eventually.HoldsAsync(() => host.Output.Contains("later line 200", StringComparison.Ordinal));
        await HostedApis.GetAsync(host, "print-later/5000");

        // The runtime's own threads may add to a window; reading would add to each in which there is output. On a busy machine, the server
        // writes nothing in some.
        var windows = new List<long>();
        for (var window = 0; window < 40; window++)
        {
            var seen = host.Output;
            var before = GC.GetTotalAllocatedBytes(precise: true);
            Thread.Sleep(100);
            var allocated = GC.GetTotalAllocatedBytes(precise: true) - before;
            if (host.Output != seen)
                windows.Add(allocated);
            if (windows.Count == 5)
                break;
        }

        windows.Should().Contain(0);
    }

    // Of each epoch, the figure on which most windows agree.
    private static double[] Modes(CaseSamples samples) =>
        [.. samples.Allocation.BytesPerOperation.Select(windows => windows.CountBy(bytes => bytes).MaxBy(same => same.Value).Key)];

    public class Logs
    {
        private HttpClient? _client;

        internal static ApiHost? Host { get; set; }

        [GlobalSetup]
        public void Connect() => _client = Host!.CreateClient();

        [GlobalCleanup]
        public void Disconnect() => _client!.Dispose();

        [Benchmark(Baseline = true)]
        public Task<string> Nothing() => _client!.GetStringAsync("log/00");

        [Benchmark]
        public Task<string> TwentyLines() => _client!.GetStringAsync("log/20");
    }
}
