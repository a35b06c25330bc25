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

    /// <summary>Configuration that the API gets besides its own files, which it overrides, e.g. where another API is.</summary>
    /// <value>None by default.</value>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = new Dictionary<string, string>();
}
