namespace HttpPerf.Measuring;

/// <summary>What all cases of a group need, e.g. their server, has failed, so that none of them can be measured.</summary>
internal sealed class EnvironmentFailedException(string message) : Exception(message);
