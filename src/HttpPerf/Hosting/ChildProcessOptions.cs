namespace HttpPerf.Hosting;

/// <summary>How an API is started in a child process.</summary>
public sealed record ChildProcessOptions
{
    /// <summary>The port for HTTP on 127.0.0.1.</summary>
    /// <value>1 to 65535, or 0 for any free port; 0 by default. HTTPS always uses a free port.</value>
    public int Port { get; init; }

    /// <summary>The API's hosting environment.</summary>
    /// <value><c>Production</c> by default, because its speed is what matters.</value>
    public string EnvironmentName { get; init; } = "Production";

    /// <summary>Configuration for the API that overrides its own files, e.g. <c>ConnectionStrings:Orders</c>.</summary>
    /// <value>None by default.</value>
    /// <remarks>
    /// Passed as environment variables, e.g. <c>ConnectionStrings__Orders</c>: an API reads them after its files, unless it builds its
    /// configuration without them. Command-line arguments would reach only an API that passes its own on.
    /// </remarks>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = new Dictionary<string, string>();

    /// <summary>
    /// The settings with the addresses of the databases and other APIs that the API waits for, e.g. <c>ConnectionStrings:Orders</c>. Only
    /// what they name is counted as <c>server.roundTrips</c>.
    /// </summary>
    /// <value>Null by default: connection strings and <c>http://</c> addresses are found in the API's configuration.</value>
    public IReadOnlyList<string>? Dependencies { get; init; }

    /// <summary>Environment variables for the API, in addition to this process's own. A null value removes a variable.</summary>
    /// <value>None by default.</value>
    public IReadOnlyDictionary<string, string?> EnvironmentVariables { get; init; } = new Dictionary<string, string?>();

    /// <summary>The API's command-line arguments, unquoted.</summary>
    /// <value>None by default.</value>
    public IReadOnlyList<string> Arguments { get; init; } = [];

    /// <summary>How long the API may take to start listening.</summary>
    /// <value>More than 0 and at most 24 days; 30 s by default.</value>
    public TimeSpan StartupTimeout { get; init; } = TimeSpan.FromSeconds(30);

    internal void Validate()
    {
        if (Port is < 0 or > 65535)
            throw new HostException($"ChildProcessOptions.Port is {Port}; it must be a port from 1 to 65535, or 0 for any free one.");

        if (StartupTimeout <= TimeSpan.Zero || StartupTimeout.TotalMilliseconds > int.MaxValue)
            throw new HostException($"ChildProcessOptions.StartupTimeout is {StartupTimeout}; it must be more than 0 and at most 24 days.");
    }
}
