using HttpPerf.Hosting.Child;

namespace HttpPerf.Hosting.InProcess;

/// <summary>An API that runs in this process.</summary>
internal sealed record StartedApi(
    string Description,
    string Diagnostics,
    ServerAddresses Addresses,
    bool HasSockets,
    IServiceProvider Services,
    Func<HttpMessageHandler> CreateHandler);
