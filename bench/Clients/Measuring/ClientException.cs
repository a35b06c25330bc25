namespace HttpPerf.Clients.Measuring;

/// <summary>A client can't be started, or doesn't do what it should. The message is what its row says.</summary>
internal sealed class ClientException(string message, Exception? innerException = null) : Exception(message, innerException);
