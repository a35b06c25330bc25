namespace HttpPerf.Hosting;

/// <summary>How an API is started in this process.</summary>
public sealed record InMemoryOptions
{
    /// <summary>Whether the API listens on real sockets, on Kestrel at 127.0.0.1, for HTTP and HTTPS.</summary>
    /// <value>False by default: requests are passed on in memory.</value>
    public bool UseKestrel { get; init; }

    /// <summary>What the API sees as its hosting environment.</summary>
    /// <value><c>Production</c> by default: it is the environment whose speed matters.</value>
    public string EnvironmentName { get; init; } = "Production";
}
