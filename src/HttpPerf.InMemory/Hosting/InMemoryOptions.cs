using Microsoft.Extensions.DependencyInjection;

namespace HttpPerf.Hosting;

/// <summary>How an API is started in this process.</summary>
public sealed record InMemoryOptions
{
    /// <summary>Whether the API listens on real sockets, with Kestrel on 127.0.0.1, for HTTP and HTTPS.</summary>
    /// <value>False by default: requests stay in memory.</value>
    public bool UseKestrel { get; init; }

    /// <summary>The API's hosting environment.</summary>
    /// <value><c>Production</c> by default, because its speed is what matters.</value>
    public string EnvironmentName { get; init; } = "Production";

    /// <summary>Configuration for the API that overrides its own files, e.g. the address of another API.</summary>
    /// <value>None by default.</value>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = new Dictionary<string, string>();

    /// <summary>Changes the API's services after it has registered its own, e.g. replaces one that sends mail.</summary>
    /// <value>Null by default: no change.</value>
    public Action<IServiceCollection>? ConfigureServices { get; init; }
}
