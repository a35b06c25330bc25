namespace HttpPerf.Workers;

/// <summary>A worker could not be started, or could not measure anything. The message consists of full sentences.</summary>
internal sealed class WorkerException(string message, Exception? inner = null) : Exception(message, inner);
