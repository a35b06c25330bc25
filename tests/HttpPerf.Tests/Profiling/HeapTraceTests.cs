using FluentAssertions;
using HttpPerf.Hosting;
using HttpPerf.Profiling;
using HttpPerf.Server;
using HttpPerf.Tests.Hosting;
using Xunit;

namespace HttpPerf.Tests.Profiling;

/// <summary>Objects that a real server keeps, by its own trace of its heap.</summary>
public sealed class HeapTraceTests : IDisposable
{
    private const int Calls = 100;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("heap-trace-");

    [Fact]
    public async Task What_is_kept_has_a_type_a_count_and_a_path_from_a_static_of_its_class()
    {
        var kept = await Trace("keep/1000");

        kept.Operations.Should().Be(Calls);
        kept.Types[0].Name.Should().Be("byte[]");
        // The runtime has some arrays of its own.
        kept.Types[0].Count.Should().BeInRange(1, 1.2);
        kept.Types[0].Bytes.Should().BeInRange(1024, 1100);
        kept.Types[0].Path.Should().Be("static List<byte[]> Faults.Kept → byte[][] → byte[]");
    }

    [Fact]
    public async Task Where_nothing_is_kept_there_is_next_to_nothing() =>
        (await Trace("about")).Types.Sum(type => type.Bytes).Should().BeLessThan(100);

    public void Dispose() => _folder.Delete(recursive: true);

    private async Task<KeptObjects> Trace(string path)
    {
        var cancellation = TestContext.Current.CancellationToken;
        var options = new ChildProcessOptions
        {
            EnvironmentVariables = TraceVariables.ForServers(TraceVariables.ForHeaps(_folder.FullName)!)
                // As by default: without it, one start in three keeps 100 KB of the runtime's own.
                .Append(new("DOTNET_TieredPGO", "1"))
                .ToDictionary(v => v.Key, string? (v) => v.Value),
        };
        await using (var host = await ChildProcessHost.StartAsync(HostedApis.Broken, options, cancellation))
        {
            using var client = host.CreateClient();
            await Call();
            await host.MarkAsync(AgentCommands.Mark(position: 3, ProfilePhase.Heap, operations: 0));
            await Call();
            await host.MarkAsync(AgentCommands.Mark(position: 3, ProfilePhase.Heap, Calls));

            async Task Call()
            {
                for (var call = 0; call < Calls; call++)
                    await client.GetStringAsync(path, cancellation);
            }
        }

        return HeapTrace.Read(TraceVariables.FilesIn(_folder.FullName).Servers.Single())[3];
    }
}
