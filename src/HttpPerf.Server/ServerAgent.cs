using System.Collections.Concurrent;
using System.Diagnostics;
using HttpPerf.Counting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace HttpPerf.Server;

/// <summary>
/// Acts for the test process inside the API's process: reports the addresses that the API listens on, executes commands, and stops the API
/// when the pipe to the test process closes for any reason.
/// </summary>
internal sealed class ServerAgent
{
    // Longer than the test process waits, because the test process also kills the processes that the API started.
    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(15);

    // Some APIs build many, for their configuration or in their own tests.
    private readonly ConcurrentBag<WeakReference<IHost>> _hosts = [];
    private readonly AgentCommands _commands;
    private readonly ParentPipe _pipe;
    private readonly OwnVariables _variables;

    private ServerAgent(ParentPipe pipe, OwnVariables variables)
    {
        (_pipe, _variables) = (pipe, variables);
        _commands = new(FindServices);
    }

    /// <summary>Does nothing in a process that was not given a pipe.</summary>
    /// <inheritdoc cref="ParentPipe.TryConnect" path="/exception"/>
    public static void Attach()
    {
        if (ParentPipe.TryConnect(AgentProtocol.PipeVariable) is not { } pipe)
            return;

        var variables = OwnVariables.Take();
        // The runtime has read them, and a host doesn't.
        variables.Restore(name => name.Contains("EventPipe", StringComparison.Ordinal));
        var agent = new ServerAgent(pipe, variables);
        // Before the first connection to a database.
        SqliteDatabases.Created += path => agent.Send(AgentProtocol.Format(new AgentMessage(CreatedDatabase: path)));
        SqliteStatements.Watch();
        DiagnosticListener.AllListeners.Subscribe(new Observer<DiagnosticListener>(agent.Listen));
        new Thread(agent.ExecuteCommands) { IsBackground = true, Name = "HttpPerf agent" }.UnsafeStart();
    }

    private void Listen(DiagnosticListener listener)
    {
        if (listener.Name == "Microsoft.Extensions.Hosting")
            listener.Subscribe(new Observer<KeyValuePair<string, object?>>(NoteHost));
    }

    // Every generic host raises this event, regardless of its logging and its Program.
    private void NoteHost(KeyValuePair<string, object?> diagnosticEvent)
    {
        if (diagnosticEvent.Key == "HostBuilt" && diagnosticEvent.Value is IHost host)
            Guarded(() => Watch(host));
    }

    private IEnumerable<IServiceProvider> FindServices()
    {
        foreach (var reference in _hosts)
            if (reference.TryGetTarget(out var host))
                yield return host.Services;
    }

    private void Watch(IHost host)
    {
        var reference = new WeakReference<IHost>(host);
        _hosts.Add(reference);
        // By now it has read its configuration.
        if (host.Services.GetService<IServiceProviderIsService>()?.IsService(typeof(IServer)) == true)
            _variables.Restore();
        host.Services.GetRequiredService<IHostApplicationLifetime>().ApplicationStarted.Register(() => Guarded(() =>
        {
            if (reference.TryGetTarget(out var started))
                ReportAddresses(started);
        }));
    }

    private void ReportAddresses(IHost host)
    {
        if (host.Services.GetService<IServer>()?.Features.Get<IServerAddressesFeature>() is not { } feature)
            return;
        StartUsage.EndStart();
        _variables.Restore();
        Send(AgentProtocol.Format(new AgentMessage(
            Listening: [.. feature.Addresses], ContentRoot: host.Services.GetService<IHostEnvironment>()?.ContentRootPath)));
    }

    // Runs inside the API's own start, which must not fail for it.
    private void Guarded(Action action)
    {
        try
        {
            action();
        }
        catch (Exception e)
        {
            Send(AgentProtocol.Format(new AgentMessage(Problem: $"{e.GetType().Name}: {e.Message}")));
        }
    }

    private void ExecuteCommands()
    {
        while (_pipe.ReadLine() is { } request)
            Respond(_commands.Execute(request));

        StopApplication();
    }

    private void Respond(AgentResponse response)
    {
        byte[] line;
        try
        {
            line = AgentProtocol.Format(new AgentMessage(Response: response));
        }
        catch (Exception e)
        {
            // For example, one of the API's own tags is not valid UTF-16.
            line = AgentProtocol.Format(new AgentMessage(Response: new(response.Id, $"The response can't be written: {e.Message}")));
        }

        Send(line);
    }

    private void Send(byte[] line)
    {
        try
        {
            _pipe.Send(line);
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // The test process is gone. The reading thread notices that too and stops the application.
        }
    }

    private void StopApplication()
    {
        // After the API's own handlers, which may end these processes in a better way.
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Descendants.Kill();
        // The API's own stop handlers may block. Without a host, it is still starting, and may have seeded a database already.
        ThreadStart stop = _hosts.IsEmpty ? () => Environment.Exit(1) : StopHosts;
        new Thread(stop) { IsBackground = true, Name = "HttpPerf stop" }.Start();
        Thread.Sleep(StopTimeout);
        Descendants.Kill();
        Process.GetCurrentProcess().Kill();
    }

    private void StopHosts()
    {
        foreach (var reference in _hosts)
        {
            try
            {
                if (!reference.TryGetTarget(out var host))
                    continue;
                host.Services.GetRequiredService<IHostApplicationLifetime>().StopApplication();
            }
            catch (Exception)
            {
                // The host is already disposed, or one of its stop handlers threw. The process is killed soon in any case.
            }
        }
    }
}
