using HttpPerf.Model;
using HttpPerf.Server;

namespace HttpPerf.Hosting.Child;

/// <summary>An API whose process can be started again and again.</summary>
/// <param name="Assembly">The API.</param>
/// <param name="Options">How to start it.</param>
internal sealed record StartableApi(ServerAssembly Assembly, ChildProcessOptions Options)
{
    /// <summary>Starts the process, sends the first request, and stops it.</summary>
    /// <param name="path">The path of that request, which has to succeed; null for <c>HEAD /</c> and any response.</param>
    /// <param name="variables">Further environment variables.</param>
    /// <param name="cancellation">Cancels the start.</param>
    /// <exception cref="HostException">The API did not start, or did not answer.</exception>
    public async Task<StartSample> Start(
        string? path, IReadOnlyDictionary<string, string> variables, CancellationToken cancellation)
    {
        var environment = new Dictionary<string, string?>(Options.EnvironmentVariables);
        CompilationDelay.Extend(environment);
        foreach (var (name, value) in variables)
            environment[name] = value;
        // Others of it may be running.
        var options = Options with { Port = 0, EnvironmentVariables = environment };
        var server = await StartedServer.StartAsync(Assembly, options, cancellation, path).ConfigureAwait(false);
        try
        {
            var used = (await server.Process.RequestAsync(AgentCommands.ReadStart, cancellation).ConfigureAwait(false)).Start
                ?? throw new HostException("The agent in the server sent nothing about its start.");
            // Delays by other processes are not the API's.
            var toListen = server.Times.ToListen - used.WaitTime;
            return new(
                toListen.TotalNanoseconds,
                (toListen + server.Times.ToFirstResponse)?.TotalNanoseconds,
                used.Usage.CpuTime.TotalNanoseconds,
                used.Usage.AllocatedBytes,
                used.CompiledMethods,
                used.Assemblies);
        }
        finally
        {
            await server.Process.StopAsync().ConfigureAwait(false);
        }
    }
}
