using BenchmarkDotNet.Attributes;
using HttpPerf.Fixtures;

namespace HttpPerf.SampleTests;

/// <summary>Benchmarks that allocate known things on known lines.</summary>
[BenchmarkCategory("Allocating")]
public class Allocating
{
    private static readonly List<int> Numbers = [1, 2, 3];

    private readonly string _name = new('x', 39);

    private HttpClient _client = null!;

    [Benchmark]
    public object ThreeTypes()
    {
        var bytes = new byte[1000];
        var numbers = new int[100];
        return (bytes, numbers, new Named(_name));
    }

    [Benchmark]
    public object BoxedClosureAndConcatenation()
    {
        object boxed = DateTime.UnixEpoch.AddTicks(Numbers.Count);
        var text = _name + Numbers.Count;
        return (boxed, Numbers.ConvertAll(number => number + text.Length));
    }

    [Benchmark]
    public object GrowingList()
    {
        var list = new List<long>();
        for (var i = 0; i < 100; i++)
            list.Add(i);
        return list;
    }

    [Benchmark]
    public async Task<object> AfterWaiting()
    {
        await Task.Yield();
        return new double[50];
    }

    [Benchmark]
    public int InALibrary() => System.Text.Json.JsonSerializer.SerializeToUtf8Bytes(Numbers).Length;

    [GlobalSetup(Target = nameof(AskingAServer))]
    public async Task Connect() => _client = (await TargetApiHost.GetAsync()).CreateClient();

    [Benchmark]
    public Task<string> AskingAServer() => _client.GetStringAsync("weatherforecast/10");

    [GlobalCleanup(Target = nameof(AskingAServer))]
    public void Disconnect() => _client.Dispose();

    [Benchmark]
    public object DifferentSizes()
    {
        var texts = new string[11];
        texts[0] = Long();
        for (var i = 1; i < texts.Length; i++)
            texts[i] = Short();
        return texts;
    }

    private static string Long() => new('a', 1000);

    private static string Short() => new('b', 4);

    internal sealed class Named(string name)
    {
        public string Name => name;
    }
}

public class AllocatingTests
{
    [PerfTheory<Allocating>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
