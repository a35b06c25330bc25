namespace HttpPerf.EchoClients;

/// <summary>Posts a body and reads it back. For one caller at a time.</summary>
public interface IEchoClient : IDisposable
{
    /// <summary>Makes one request.</summary>
    /// <exception cref="Exception">It failed, or the answer isn't what was sent.</exception>
    Task PostAsync();
}
