using FluentAssertions;
using Xunit;

namespace HttpPerf.PerfTests;

public class EchoTests
{
    public static TheoryData<int> Sizes => [0, 1024, 65536, 1048576];

    [Theory]
    [MemberData(nameof(Sizes))]
    public async Task Every_way_reads_back_what_it_sent(int size)
    {
        var expected = new byte[size];
        new Random(size).NextBytes(expected);
        var ways = new Echo { Size = size };
        await ways.SetUp();

        Func<Task<long>>[] all =
        [
            ways.HttpClient_Async, () => Task.FromResult(ways.HttpClient_Sync()),
            ways.HttpWebRequest_Async, () => Task.FromResult(ways.HttpWebRequest_Sync_NewConnection()),
        ];
        foreach (var way in all)
        {
            using var sink = new MemoryStream();
            ways.Sink = sink;
            (await way()).Should().Be(size);
            sink.ToArray().AsSpan().SequenceEqual(expected).Should().BeTrue();
        }

        ways.CleanUp();
    }
}
