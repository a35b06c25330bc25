using System.Text.Json.Serialization;

namespace HttpPerf.Model.Faults;

/// <summary>Why round trips can't be measured: always one of the nested types. <c>FaultText</c> words it.</summary>
[JsonDerivedType(typeof(NoTcp), "noTcp")]
[JsonDerivedType(typeof(NothingSent), "nothingSent")]
[JsonDerivedType(typeof(OtherPort), "otherPort")]
[JsonDerivedType(typeof(NoChildProcess), "noChildProcess")]
[JsonDerivedType(typeof(NoDependency), "noDependency")]
[JsonDerivedType(typeof(OtherServer), "otherServer")]
[JsonDerivedType(typeof(NoSingleServer), "noSingleServer")]
[JsonDerivedType(typeof(VerifiedName), "verifiedName")]
[JsonDerivedType(typeof(FixedSetting), "fixedSetting")]
internal abstract record RoundTripObstacle
{
    private RoundTripObstacle()
    {
    }

    /// <summary>An answer came by HTTP/3.</summary>
    public sealed record NoTcp : RoundTripObstacle;

    /// <summary>Nothing is sent to an address of a host.</summary>
    public sealed record NothingSent : RoundTripObstacle;

    /// <summary>Requests are sent past the hosts.</summary>
    /// <param name="Port">Where to.</param>
    public sealed record OtherPort(int Port) : RoundTripObstacle;

    /// <summary>The API's settings can't be replaced.</summary>
    public sealed record NoChildProcess : RoundTripObstacle;

    /// <summary>The API waits for nothing that its settings name: most don't.</summary>
    public sealed record NoDependency : RoundTripObstacle;

    /// <summary>The API also sends requests to a server in front of which no relay stands.</summary>
    /// <param name="Address">E.g. <c>https://stock:8081</c>.</param>
    public sealed record OtherServer(string Address) : RoundTripObstacle;

    /// <summary>A connection string names a socket file, an instance or several servers.</summary>
    /// <param name="Setting">Its key.</param>
    public sealed record NoSingleServer(string Setting) : RoundTripObstacle;

    /// <summary>A connection string has TLS verify the name of the server, which a relay can't have.</summary>
    /// <param name="Setting">Its key.</param>
    public sealed record VerifiedName(string Setting) : RoundTripObstacle;

    /// <summary>The API reads a setting after environment variables, which replace it.</summary>
    /// <param name="Setting">Its key.</param>
    public sealed record FixedSetting(string Setting) : RoundTripObstacle;
}
