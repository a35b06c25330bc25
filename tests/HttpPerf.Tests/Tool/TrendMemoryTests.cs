using FluentAssertions;
using HttpPerf.Results;
using HttpPerf.Reports.Trends;
using HttpPerf.Tests.Counting;
using HttpPerf.Tests.Results;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

/// <summary>Alone, because the memory of a process is that of all tests.</summary>
[Collection(nameof(Alone))]
public sealed class TrendMemoryTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("httpperf-").FullName;

    [Fact]
    public void What_many_results_take_in_memory_is_what_their_lines_need()
    {
        const int Files = 10;
        var counters = Enumerable.Range(0, 100).Select(i => KeyValuePair.Create($"counters.c{i}", new Figure(i, i, i) { Text = "1.00" }));
        var calls = Enumerable.Range(0, 300).Select(i => new CallResults(0, $"Orders.Method{i} (Orders.cs:{i})", i, i)).ToList();
        var large = Recorded.Document.Groups[0].Cases[0] is var small ? small with
        {
            Metrics = new Dictionary<string, Figure>([.. small.Metrics, .. counters]),
            Profiles = [new("B", "tests", null, calls)],
            Samples = new([[.. Enumerable.Range(0, 2_000).Select(i => i + 0.5)]], []),
        } : null!;
        var run = Recorded.Document with
        {
            Groups =
            [
                Recorded.Document.Groups[0] with
                {
                    Cases = [.. Enumerable.Range(0, 50).Select(i => large with { Name = $"Orders.M{i}" })],
                },
            ],
        };
        for (var i = 0; i < Files; i++)
            ResultsFile.Write(Path.Combine(_folder, "runs", $"{i}", "results.json"), run with { Started = run.Started.AddDays(i) });
        var length = new FileInfo(Path.Combine(_folder, "runs", "0", "results.json")).Length;
        var before = GC.GetTotalMemory(forceFullCollection: true);

        var runs = TrendCommand.Read(Path.Combine(_folder, "runs"), _folder, TextWriter.Null, mostBytes: long.MaxValue);

        var each = (GC.GetTotalMemory(forceFullCollection: true) - before) / Files;
        each.Should().BeLessThan(length / 20, "a file has {0} bytes", length);
        Trend.Of(runs).Lines.Should().HaveCount(2 * 50);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
