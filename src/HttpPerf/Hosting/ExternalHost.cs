using System.Diagnostics;
using HttpPerf.Hosting.Child;
using HttpPerf.Results.Quoting;

namespace HttpPerf.Hosting;

/// <summary>An API that already runs elsewhere, e.g. on another machine. HttpPerf neither starts nor stops it.</summary>
public sealed class ExternalHost : ApiHost
{
    /// <summary>The environment variable that holds the API's base address, e.g. <c>http://10.0.0.5:8080</c>.</summary>
    public const string AddressVariable = "HTTPPERF_BASE_ADDRESS";

    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromSeconds(10);

    private ExternalHost(Uri address, string diagnostics)
        : base(
            $"external server {address}",
            diagnostics,
            new ServerAddresses(address, address.Scheme == Uri.UriSchemeHttps ? address : null))
    {
    }

    /// <summary>Always true.</summary>
    public override bool HasSockets => true;

    internal static string? ConfiguredAddress =>
        Environment.GetEnvironmentVariable(AddressVariable) is { Length: > 0 } value ? value : null;

    /// <summary>Connects to the API whose address is in <see cref="AddressVariable"/>, and checks that it responds.</summary>
    /// <param name="cancellationToken">Cancels the check.</param>
    /// <exception cref="HostException">The variable is not set or is not an address, or nothing responds there within 10 s.</exception>
    public static Task<ExternalHost> ConnectAsync(CancellationToken cancellationToken = default) =>
        ConnectAsync(
            ConfiguredAddress ?? throw new HostException(
                $"The environment variable {AddressVariable} is not set. Set it to the API's base address, e.g. http://10.0.0.5:8080."),
            cancellationToken);

    /// <summary>
    /// Creates a <see cref="SocketsHttpHandler"/> that never uses a proxy and trusts the certificates that this machine trusts. The caller
    /// disposes it.
    /// </summary>
    public override HttpMessageHandler CreateHandler() => SocketHandlers.Direct();

    internal static async Task<ExternalHost> ConnectAsync(string value, CancellationToken cancellationToken)
    {
        var address = Parse(value);
        using var client = new HttpClient(SocketHandlers.Unobserved()) { Timeout = AnswerTimeout };
        using var request = new HttpRequestMessage(HttpMethod.Head, address);
        var clock = Stopwatch.StartNew();
        try
        {
            using var response = await client.SendAsync(request, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (
            e is HttpRequestException || (e is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            throw new HostException(
                $"Nothing answers at {address}, which the environment variable {AddressVariable} names: {e.Message} " +
                "Start the server there, correct the address, or remove the variable to have the API started here.",
                e);
        }

        return Activate(new ExternalHost(
            address, FormattableString.Invariant($"external server {address} answered after {clock.Elapsed.TotalMilliseconds:0} ms")));
    }

    /// <inheritdoc/>
    protected override Task StopAsync() => Task.CompletedTask;

    private static Uri Parse(string value)
    {
        var isAddress = Uri.TryCreate(value, UriKind.Absolute, out var address)
            && (address.Scheme == Uri.UriSchemeHttp || address.Scheme == Uri.UriSchemeHttps)
            && address is { Query.Length: 0, Fragment.Length: 0 };

        if (!isAddress)
        {
            throw new HostException(
                $"The environment variable {AddressVariable} is '{Quotation.Line(value)}'; it must be an absolute address for http or " +
                "https without query or fragment, e.g. http://10.0.0.5:8080.");
        }

        if (address!.UserInfo.Length > 0)
        {
            throw new HostException(
                $"The environment variable {AddressVariable} has a user's name before {address.Authority}, which HttpClient would not " +
                "send. Leave it out, and send credentials in a header or by a handler.");
        }

        return ServerAddresses.WithSlash(address);
    }
}
