using BenchmarkDotNet.Attributes;
using Newtonsoft.Json;

namespace HttpPerf.SampleTests;

/// <summary>Uses a package that the adapter needs too, so that a process has one version of it.</summary>
[BenchmarkCategory("SharedPackage")]
public class SharedPackage
{
    [Benchmark]
    public int Reads()
    {
        using var reader = new JsonTextReader(new StringReader("[1, 2, 3]"));
        var tokens = 0;
        while (reader.Read())
            tokens++;
        return tokens;
    }
}

public class SharedPackageTests
{
    [PerfTheory<SharedPackage>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
