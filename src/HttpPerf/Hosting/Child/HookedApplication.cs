using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace HttpPerf.Hosting.Child;

// The API as seen from inside its own process: reports where it listens, counts when asked, and ends it with its parent.
internal sealed class HookedApplication : IObserver<DiagnosticListener>, IObserver<KeyValuePair<string, object?>>
{
    // Longer than the parent's own patience, also where a busy machine keeps the parent waiting: it ends the processes that the API started too.
    private static readonly TimeSpan StopPatience = TimeSpan.FromSeconds(15);

    private readonly ConcurrentBag<IHost> _hosts = [];
    private readonly HookedCounters _counters = new();

    // Opened before the API can redirect its console.
    private readonly Stream _toParent = Console.OpenStandardOutput();
    private readonly Stream _fromParent = Console.OpenStandardInput();

    public static void Attach()
    {
        var application = new HookedApplication();
        DiagnosticListener.AllListeners.Subscribe(application);
        new Thread(application.ObeyParent) { IsBackground = true, Name = "HttpPerf parent watch" }.Start();
        application.Send(new(ServerMessage.Attached, []));
    }

    void IObserver<DiagnosticListener>.OnNext(DiagnosticListener listener)
    {
        if (listener.Name == "Microsoft.Extensions.Hosting")
            listener.Subscribe(this);
    }

    // Hosts announce themselves to tools this way, whatever their logging or their Program looks like.
    void IObserver<KeyValuePair<string, object?>>.OnNext(KeyValuePair<string, object?> diagnosticEvent)
    {
        if (diagnosticEvent is not { Key: "HostBuilt", Value: IHost host })
            return;

        _hosts.Add(host);
        var lifetime = host.Services.GetRequiredService<IHostApplicationLifetime>();
        lifetime.ApplicationStarted.Register(() => ReportAddresses(host));
    }

    void IObserver<DiagnosticListener>.OnCompleted()
    {
    }

    void IObserver<DiagnosticListener>.OnError(Exception error)
    {
    }

    void IObserver<KeyValuePair<string, object?>>.OnCompleted()
    {
    }

    void IObserver<KeyValuePair<string, object?>>.OnError(Exception error)
    {
    }

    private void ReportAddresses(IHost host)
    {
        if (host.Services.GetService<IServer>()?.Features.Get<IServerAddressesFeature>() is { } feature)
            Send(new(ServerMessage.Listening, [.. feature.Addresses]));
    }

    // One write, so that what the API writes meanwhile can't tear the line.
    private void Send(ServerMessage message) => _toParent.Write(Encoding.UTF8.GetBytes($"{message}\n"));

    private void ObeyParent()
    {
        using var commands = new StreamReader(_fromParent);
        while (commands.ReadLine() is { } command)
        {
            foreach (var message in _counters.Obey(command))
                Send(message);
        }

        if (!_hosts.IsEmpty)
        {
            // What the API does at its stop may block.
            new Thread(Stop) { IsBackground = true, Name = "HttpPerf stop" }.Start();
            Thread.Sleep(StopPatience);
        }

        Process.GetCurrentProcess().Kill();
    }

    private void Stop()
    {
        foreach (var host in _hosts)
        {
            try
            {
                host.Services.GetRequiredService<IHostApplicationLifetime>().StopApplication();
            }
            catch (Exception)
            {
                // Already disposed, or one of the API's own stop handlers throws; the process is ended soon in any case.
            }
        }
    }
}
