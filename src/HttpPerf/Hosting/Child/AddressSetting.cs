using System.Data.Common;
using System.Globalization;
using System.Net.Sockets;
using System.Text.RegularExpressions;
using HttpPerf.Model.Faults;

namespace HttpPerf.Hosting.Child;

/// <summary>A setting of an API with the address of a database or of another API that it waits for.</summary>
/// <param name="Key">E.g. <c>ConnectionStrings:Orders</c>.</param>
/// <param name="Host">The host's name or address.</param>
/// <param name="Port">Its port.</param>
/// <param name="ValueAt">The setting's value if the same was at a port of 127.0.0.1.</param>
internal sealed partial record AddressSetting(string Key, string Host, int Port, Func<int, string> ValueAt)
{
    private const string ConnectionStrings = "ConnectionStrings:";
    private const string Loopback = "127.0.0.1";
    private const int SqlServer = 1433;

    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(2);

    /// <summary>TLS verifies the host's name, which a relay can't have.</summary>
    private static readonly string[] SecureSchemes = ["https", "wss", "rediss", "amqps"];

    private static readonly Dictionary<string, int> PortOfScheme = new()
    {
        ["postgres"] = 5432,
        ["postgresql"] = 5432,
        ["mysql"] = 3306,
        ["redis"] = 6379,
        ["mongodb"] = 27017,
        ["amqp"] = 5672,
        ["nats"] = 4222,
    };

    private static readonly string[] NamesOfHost = ["Host", "Server", "Data Source", "DataSource", "Address", "Addr", "Network Address"];

    /// <summary>Keys that a connection string of SQLite doesn't have.</summary>
    private static readonly string[] NamesOfServers =
        ["Database", "Initial Catalog", "Username", "User Id", "UserId", "Uid", "User", "Integrated Security", "Trusted_Connection"];

    /// <summary>Why no relay can stand in front of it; null if one can.</summary>
    public RoundTripObstacle? Obstacle { get; private init; }

    /// <param name="settings">The configuration in force; its keys ignore case.</param>
    /// <param name="named">The settings that are meant; null for all that look like it.</param>
    /// <exception cref="HostException">A setting that is named has no such address.</exception>
    public static IReadOnlyList<AddressSetting> Find(IReadOnlyDictionary<string, string> settings, IReadOnlyList<string>? named) =>
        named is null
            ? [.. settings.Where(IsOfApi).Select(s => Read(s.Key, s.Value, isNamed: false)).OfType<AddressSetting>()]
            :
            [
                .. named.Select(key => settings.TryGetValue(key, out var value) && Read(key, value, isNamed: true) is { } address
                    ? address
                    : throw new HostException(
                        $"ChildProcessOptions.Dependencies names the setting {key}, "
                        + $"{(value is null ? "which the API doesn't have" : "whose value has no address of a server without TLS")}. "
                        + "Name settings with a connection string, with http:// and a host, or with a host and a port.")),
            ];

    /// <summary>Why no relay can stand in front of one of them; null if each can have one.</summary>
    public static RoundTripObstacle? FindObstacle(IEnumerable<AddressSetting> addresses) =>
        addresses.Select(address => address.Obstacle).FirstOrDefault(obstacle => obstacle is not null);

    /// <summary>Whether anything listens there. Most configurations have addresses that a test has no use for.</summary>
    public async Task<bool> IsUsedAsync()
    {
        if (Obstacle is not null)
            return true;
        using var timeout = new CancellationTokenSource(ConnectTimeout);
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        try
        {
            await socket.ConnectAsync(Host, Port, timeout.Token).ConfigureAwait(false);
            return true;
        }
        catch (Exception e) when (e is SocketException or OperationCanceledException)
        {
            return false;
        }
    }

    internal static AddressSetting? Read(string key, string value, bool isNamed) =>
        ReadUrl(key, value)
        ?? ReadConnectionString(key, value)
        // Times look the same.
        ?? (isNamed || key.StartsWith(ConnectionStrings, StringComparison.OrdinalIgnoreCase) ? ReadHostAndPort(key, value) : null);

    /// <summary>Not a variable that every process on the machine inherits.</summary>
    private static bool IsOfApi(KeyValuePair<string, string> setting) =>
        !Others().IsMatch(setting.Key)
        && (setting.Key.Contains(':', StringComparison.Ordinal) || Environment.GetEnvironmentVariable(setting.Key) != setting.Value);

    private static AddressSetting? ReadUrl(string key, string value)
    {
        if (!Uri.TryCreate(value, UriKind.Absolute, out var url) || url.Host.Length == 0 || SecureSchemes.Contains(url.Scheme))
            return null;
        var port = url.Port > 0 ? url.Port : PortOfScheme.GetValueOrDefault(url.Scheme);
        var start = value.IndexOf("://", StringComparison.Ordinal) + 3;
        var end = value.IndexOfAny(['/', '?', '#'], start) is > 0 and var path ? path : value.Length;
        start = Math.Max(start, value.LastIndexOf('@', end - 1) + 1);
        return port == 0 || start < 3 ? null : new(key, url.DnsSafeHost, port, relay => $"{value[..start]}{At(relay)}{value[end..]}");
    }

    private static AddressSetting? ReadConnectionString(string key, string value)
    {
        var parts = new DbConnectionStringBuilder();
        try
        {
            parts.ConnectionString = value;
        }
        catch (ArgumentException)
        {
            return null;
        }

        if (Array.Find(NamesOfHost, parts.ContainsKey) is not { } name || !Array.Exists(NamesOfServers, parts.ContainsKey))
            return null;
        if (Server().Match($"{parts[name]}") is not { Success: true } server)
            return Unreachable(new RoundTripObstacle.NoSingleServer(key));
        if ($"{Value("SSL Mode") ?? Value("SslMode")}".StartsWith("VerifyF", StringComparison.OrdinalIgnoreCase))
            return Unreachable(new RoundTripObstacle.VerifiedName(key));
        var port = server.Groups["port"] is { Success: true } ofHost ? Number(ofHost.Value) : Number(Value("Port")) ?? DefaultPort();
        if (port is null)
            return Unreachable(new RoundTripObstacle.NoSingleServer(key));
        return new(key, server.Groups["host"].Value, port.Value, relay =>
        {
            var relayed = new DbConnectionStringBuilder { ConnectionString = value };
            // SQL Server has no setting for the port.
            var isInHost = server.Groups["separator"].Success || !(name == "Host" || relayed.ContainsKey("Port") || port != SqlServer);
            relayed[name] = !isInHost ? Loopback : server.Groups["separator"].Value is ":" ? At(relay) : $"{Loopback},{relay}";
            if (!isInHost)
                relayed["Port"] = relay;
            return relayed.ConnectionString;
        });

        object? Value(string part) => parts.TryGetValue(part, out var found) ? found : null;

        int? DefaultPort() => name == "Host" ? 5432 : parts.ContainsKey("Uid") || parts.ContainsKey("User") ? 3306 : SqlServer;

        AddressSetting Unreachable(RoundTripObstacle why) => new(key, "", 0, _ => value) { Obstacle = why };
    }

    /// <summary>As a cache's: <c>localhost:6379,abortConnect=false</c>.</summary>
    private static AddressSetting? ReadHostAndPort(string key, string value) =>
        HostAndPort().Match(value) is { Success: true } address
            ? new(key, address.Groups["host"].Value, Number(address.Groups["port"].Value)!.Value, relay =>
                $"{At(relay)}{value[address.Length..]}")
            : null;

    private static string At(int port) => FormattableString.Invariant($"{Loopback}:{port}");

    private static int? Number(object? text) =>
        ushort.TryParse($"{text}", NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number > 0 ? number : null;

    [GeneratedRegex(@"^(?:tcp:)?(?<host>[\w.-]+)(?:(?<separator>[,:])(?<port>\d{1,5}))?$")]
    private static partial Regex Server();

    [GeneratedRegex(@"^(?<host>[\w.-]+):(?<port>[1-9]\d{0,4})(?=$|,(?!.*:\d))")]
    private static partial Regex HostAndPort();

    /// <summary>Addresses that are the API's own, names that only look like addresses, and servers that nobody waits for.</summary>
    [GeneratedRegex(
        "^(urls|.*PROXY|(Kestrel|Logging|Serilog).*|OTEL_.*|.*(Authority|Issuer|Audience|Origin|Callback|Redirect).*)$",
        RegexOptions.IgnoreCase)]
    private static partial Regex Others();
}
