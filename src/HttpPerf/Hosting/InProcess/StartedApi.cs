using HttpPerf.Hosting.Child;

namespace HttpPerf.Hosting.InProcess;

/// <summary>An API that runs in this process.</summary>
/// <param name="Description">Which API it is and how it is hosted.</param>
/// <param name="Diagnostics">How the start went, in one line.</param>
/// <param name="Addresses">Where it answers.</param>
/// <param name="HasSockets">Whether it listens on sockets.</param>
/// <param name="Services">Its own services.</param>
/// <param name="CreateHandler">Creates a handler that reaches it.</param>
internal sealed record StartedApi(
    string Description,
    string Diagnostics,
    ServerAddresses Addresses,
    bool HasSockets,
    IServiceProvider Services,
    Func<HttpMessageHandler> CreateHandler);
