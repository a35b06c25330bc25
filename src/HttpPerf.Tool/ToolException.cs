namespace HttpPerf.Tool;

/// <summary>A command can't do what it is asked for. The message says why, and what to do, in full sentences.</summary>
internal sealed class ToolException(string message) : Exception(message);
