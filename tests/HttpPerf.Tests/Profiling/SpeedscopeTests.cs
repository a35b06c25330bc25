using System.Text.Json;
using FluentAssertions;
using HttpPerf.Profiling;
using Xunit;

namespace HttpPerf.Tests.Profiling;

public sealed class SpeedscopeTests
{
    [Fact]
    public async Task A_file_has_the_stacks_from_the_outermost_method_on_and_their_times()
    {
        TracedFrame list = new("Orders.List", "Orders.cs:20"), map = new("Orders.Map", "Orders.cs:41"), send = new("Socket.Send", null);
        var now = Profile(new CallSite("", [map, list], 1, 300), new CallSite("", [send, list], 1, 100));
        var path = Path.GetTempFileName();

        Speedscope.Write(path, [("Orders.List", now), ("Orders.List before", Profile())]);

        using var json = JsonDocument.Parse(await File.ReadAllTextAsync(path, TestContext.Current.CancellationToken));
        File.Delete(path);
        var frames = json.RootElement.GetProperty("shared").GetProperty("frames");
        frames.GetRawText().Should().Be(
            """[{"name":"Orders.Map","file":"Orders.cs","line":41},{"name":"Orders.List","file":"Orders.cs","line":20},"""
            + """{"name":"Socket.Send"}]""");
        var profiles = json.RootElement.GetProperty("profiles");
        profiles[0].GetRawText().Should().Be(
            """{"type":"sampled","name":"Orders.List","unit":"nanoseconds","startValue":0,"endValue":400,"sampl"""
            + """es":[[1,0],[1,2]],"weights":[300,100]}""");
        profiles[1].GetProperty("samples").GetArrayLength().Should().Be(0);
    }

    private static CallProfile Profile(params CallSite[] sites) => new(1, sites) { Resolution = new Dictionary<string, double>() };
}
