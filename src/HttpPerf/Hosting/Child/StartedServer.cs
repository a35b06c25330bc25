using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace HttpPerf.Hosting.Child;

// A server that has started. A failed start leaves nothing behind.
internal sealed record StartedServer(
    ServerAssembly Assembly, ServerProcess Process, RunCertificate Certificate, ServerAddresses Addresses, StartTimes Times)
{
    // "/" is the only path that every API has, and a request to it may hang.
    private static readonly TimeSpan FirstResponseTimeout = TimeSpan.FromSeconds(10);

    private static int _starts;

    public static async Task<StartedServer> StartAsync(
        ServerAssembly assembly, ChildProcessOptions options, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        options.Validate();
        SettingVariables.Validate(options);
        ThrowIfTaken(options.Port, assembly, innerException: null);

        var certificate = RunCertificate.Create();
        using var saved = certificate.Save();
        return await StartAsync(assembly, options, certificate, saved, cancellationToken).ConfigureAwait(false);
    }

    private static async Task<StartedServer> StartAsync(
        ServerAssembly assembly,
        ChildProcessOptions options,
        RunCertificate certificate,
        SavedCertificate saved,
        CancellationToken cancellationToken)
    {
        var isCold = Interlocked.Increment(ref _starts) == 1;
        var clock = Stopwatch.StartNew();
        var pipeName = ChildPipe.NewName();
        var command = ServerCommand.Create(assembly, options, saved, pipeName);
        var process = await ServerProcess.StartAsync(assembly.Name, command, pipeName).ConfigureAwait(false);
        try
        {
            var reported = await process.WaitUntilListeningAsync(options.StartupTimeout, cancellationToken).ConfigureAwait(false);
            var toListen = clock.Elapsed;
            var addresses = ServerAddresses.From(assembly.Name, reported);
            var toFirstResponse = await RequestAsync(addresses.Base, certificate, cancellationToken).ConfigureAwait(false);
            return new(assembly, process, certificate, addresses, new(isCold, toListen, toFirstResponse));
        }
        catch (Exception e)
        {
            await process.KillAsync().ConfigureAwait(false);
            if (e is HostException)
                ThrowIfTaken(options.Port, assembly, e);
            throw;
        }
    }

    private static async Task<TimeSpan?> RequestAsync(Uri address, RunCertificate certificate, CancellationToken cancellationToken)
    {
        using var client = new HttpClient(SocketHandlers.Unobserved(certificate)) { Timeout = FirstResponseTimeout };
        using var request = new HttpRequestMessage(HttpMethod.Head, address);
        var clock = Stopwatch.StartNew();
        try
        {
            using var response = await client.SendAsync(request, cancellationToken).ConfigureAwait(false);
            return clock.Elapsed;
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
