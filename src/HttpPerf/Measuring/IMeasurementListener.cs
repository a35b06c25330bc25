namespace HttpPerf.Measuring;

/// <summary>Hears how a measurement goes on.</summary>
internal interface IMeasurementListener
{
    /// <summary>Receives a short message when something makes the run longer.</summary>
    void OnProgress(string text);

    /// <summary>Receives a short message for every epoch.</summary>
    void OnEpoch(string text);

    /// <summary>Receives a note on a case for the report; the same note may come several times.</summary>
    void OnNote(string text);

    /// <summary>Receives a host that a case sends a request to, as the request names it; some several times, on any thread.</summary>
    void OnRequestStarted(string host, int port);
}

/// <summary>For measurements whose messages nobody reads.</summary>
internal sealed class NoListener : IMeasurementListener
{
    public void OnProgress(string text)
    {
    }

    public void OnEpoch(string text)
    {
    }

    public void OnNote(string text)
    {
    }

    public void OnRequestStarted(string host, int port)
    {
    }
}
