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
    /// <summary>
    /// Now and then the runtime keeps some objects that it has not kept before: its pools of arrays a dozen, up to 50 KB, and each of its
    /// threads about twenty. They are few for so many calls.
    /// </summary>
    private const int Calls = 1000;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("heap-trace-");

    [Fact]
    public async Task What_is_kept_has_a_type_a_count_and_a_path_from_a_static_of_its_class()
    {
        var kept = await Trace("keep/1000");

        kept.Operations.Should().Be(Calls);
        kept.Types[0].Name.Should().Be("byte[]");
        kept.Types[0].Count.Should().BeInRange(1, 1.1);
        kept.Types[0].Bytes.Should().BeInRange(1024, 1100);
        kept.Types[0].Path.Should().Be("static List<byte[]> Faults.Kept → byte[][] → byte[]");
    }

    [Fact]
    public async Task Where_nothing_is_kept_no_type_has_as_many_objects_as_there_are_calls() =>
        (await Trace("about")).Types.Should().OnlyContain(type => type.Count < 0.1);

    public void Dispose() => _folder.Delete(recursive: true);

    private async Task<KeptObjects> Trace(string path)
    {
        var cancellation = TestContext.Current.CancellationToken;
        var options = new ChildProcessOptions
        {
            EnvironmentVariables = TraceVariables.ForServers(TraceVariables.ForHeaps(_folder.FullName)!)
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
