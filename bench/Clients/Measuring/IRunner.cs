namespace HttpPerf.Clients.Measuring;

/// <summary>A client that has been started.</summary>
internal interface IRunner : IAsyncDisposable
{
    /// <summary>Sends requests for so long, as many as it can.</summary>
    /// <exception cref="ClientException">It doesn't answer, or not understandably.</exception>
    Task<RunAnswer> Run(TimeSpan duration, CancellationToken cancellation);
}
