using System.Net.Sockets;
using System.Reflection;

namespace HttpPerf.Counting;

/// <summary>
/// The bytes that the sockets of this process have sent and received while .NET's socket events were on. .NET publishes them as event
/// counters, which are written at intervals and so belong to no operation. This reads the fields behind them.
/// </summary>
/// <param name="Sent">Bytes sent.</param>
/// <param name="Received">Bytes received.</param>
internal readonly record struct SocketBytes(long Sent, long Received)
{
    private static readonly Type? Telemetry = typeof(Socket).Assembly.GetType("System.Net.Sockets.SocketsTelemetry");
    private static readonly FieldInfo? SentField = Find("_bytesSent");
    private static readonly FieldInfo? ReceivedField = Find("_bytesReceived");
    private static readonly object? Log = Telemetry?.GetField("Log", BindingFlags.Public | BindingFlags.Static)?.GetValue(null);

    /// <summary>Whether this version of .NET has the fields.</summary>
    public static bool AreKnown => Log is not null && SentField is not null && ReceivedField is not null;

    /// <summary>The totals; zero if they aren't known.</summary>
    public static SocketBytes Read() => AreKnown ? new((long)SentField!.GetValue(Log)!, (long)ReceivedField!.GetValue(Log)!) : default;

    private static FieldInfo? Find(string name) =>
        Telemetry?.GetField(name, BindingFlags.NonPublic | BindingFlags.Instance) is { } field && field.FieldType == typeof(long)
            ? field : null;
}
