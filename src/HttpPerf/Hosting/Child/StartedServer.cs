using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using HttpPerf.Latency;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Hosting.Child;

// A server that has started. A failed start leaves nothing behind.
internal sealed record StartedServer(
    ServerAssembly Assembly,
    ChildProcessOptions Options,
    ServerProcess Process,
    RunCertificate Certificate,
    ServerAddresses Addresses,
    StartTimes Times)
{
    // "/" is the only path that every API has, and a request to it may hang.
    private static readonly TimeSpan FirstResponseTimeout = TimeSpan.FromSeconds(10);

    /// <summary>Named by the message of an API that was built by <c>CreateSlimBuilder</c> when it is asked to offer HTTPS.</summary>
    private const string EnablesHttps = "UseKestrelHttpsConfiguration";

    /// <summary>Paths of APIs that can't offer HTTPS.</summary>
    private static readonly ConcurrentDictionary<string, bool> WithoutHttps = [];

    private static int _starts;

    /// <param name="assembly">The API.</param>
    /// <param name="options">How to start it.</param>
    /// <param name="cancellationToken">Cancels the start.</param>
    /// <param name="path">The path of the first request, which has to succeed; null for <c>HEAD /</c> and any response.</param>
    public static Task<StartedServer> StartAsync(
        ServerAssembly assembly, ChildProcessOptions options, CancellationToken cancellationToken, string? path = null)
    {
        return VirtualNetwork.OfServers is { } network ? RelayedStart.StartAsync(network, options, Start)
            // A request from one API to another is no round trip of its client.
            : VirtualNetwork.OfClients is { } ofClients ? Start(SettingVariables.Map(options, ofClients.WithoutRelays))
            : Start(options);

        Task<StartedServer> Start(ChildProcessOptions chosen) => StartDirectlyAsync(assembly, chosen, path, cancellationToken);
    }

    private static async Task<StartedServer> StartDirectlyAsync(
        ServerAssembly assembly, ChildProcessOptions options, string? path, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        options.Validate();
        SettingVariables.Validate(options);
        Secrets.Add(SettingVariables.AllOf(options));
        ThrowIfTaken(options.Port, assembly, innerException: null);

        var runtime = assembly.ReadRuntimeConfig();
        ProjectDatabases.Copy(assembly);
        using var changed = runtime.IgnoresStartupHooks ? runtime.SaveWithStartupHooks() : null;
        var certificate = RunCertificate.Create();
        using var saved = certificate.Save();
        if (!WithoutHttps.ContainsKey(assembly.Path))
        {
            try
            {
                return await StartAsync(Command(saved), assembly, options, certificate, path, cancellationToken).ConfigureAwait(false);
            }
            catch (HostException e) when (e.Message.Contains(EnablesHttps, StringComparison.Ordinal))
            {
                WithoutHttps.TryAdd(assembly.Path, true);
            }
        }

        return await StartAsync(Command(null), assembly, options, certificate, path, cancellationToken).ConfigureAwait(false);

        Func<string, ProcessStartInfo> Command(SavedCertificate? presented) =>
            pipeName => ServerCommand.Create(assembly, options, runtime, changed, presented, pipeName);
    }

    private static async Task<StartedServer> StartAsync(
        Func<string, ProcessStartInfo> command,
        ServerAssembly assembly,
        ChildProcessOptions options,
        RunCertificate certificate,
        string? path,
        CancellationToken cancellationToken)
    {
        var isCold = Interlocked.Increment(ref _starts) == 1;
        var clock = Stopwatch.StartNew();
        var pipeName = ChildPipe.NewName();
        var process = await ServerProcess.StartAsync(assembly.Name, command(pipeName), pipeName).ConfigureAwait(false);
        try
        {
            var reported = await process.WaitUntilListeningAsync(options.StartupTimeout, cancellationToken).ConfigureAwait(false);
            var toListen = clock.Elapsed;
            var addresses = ServerAddresses.From(assembly.Name, reported);
            var toFirstResponse = path is null
                ? await RequestAsync(HttpMethod.Head, addresses.Base, certificate, cancellationToken).ConfigureAwait(false)
                : await RequestAsync(HttpMethod.Get, new Uri(addresses.Base, path), certificate, cancellationToken).ConfigureAwait(false)
                    ?? throw new HostException(
                        $"{assembly.Name} did not answer GET {path}, its first request, with success. {process.Output.Quote()}");
            return new(assembly, options, process, certificate, addresses, new(isCold, toListen, toFirstResponse));
        }
        catch (Exception e)
        {
            await process.KillAsync().ConfigureAwait(false);
            if (e is HostException)
                ThrowIfTaken(options.Port, assembly, e);
            throw;
        }
    }

    /// <summary>Null without a response, and for an error that answers anything but <c>HEAD /</c>.</summary>
    private static async Task<TimeSpan?> RequestAsync(
        HttpMethod method, Uri address, RunCertificate certificate, CancellationToken cancellationToken)
    {
        using var client = new HttpClient(SocketHandlers.Unobserved(certificate)) { Timeout = FirstResponseTimeout };
        using var request = new HttpRequestMessage(method, address);
        var clock = Stopwatch.StartNew();
        try
        {
            using var response = await client.SendAsync(request, cancellationToken).ConfigureAwait(false);
            return method == HttpMethod.Head || response.IsSuccessStatusCode ? clock.Elapsed : null;
        }
        catch (Exception e) when (
            e is HttpRequestException || (e is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            return null;
        }
    }

    // Called before a start, to fail early, and after a failed one, because the port may have been taken meanwhile.
    private static void ThrowIfTaken(int port, ServerAssembly assembly, Exception? innerException)
    {
        if (port == 0)
            return;

        try
        {
            using var listener = new TcpListener(IPAddress.Loopback, port);
            listener.Start();
        }
        catch (SocketException e)
        {
            throw new HostException(
                $"{assembly.Name} can't listen on port {port} of 127.0.0.1: {e.Message}. Set {nameof(ChildProcessOptions)}." +
                $"{nameof(ChildProcessOptions.Port)} to a free one, or leave it out: the default, 0, takes any free port.",
                innerException ?? e);
        }
    }
}
