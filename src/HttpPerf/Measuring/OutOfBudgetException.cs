namespace HttpPerf.Measuring;

/// <summary>A group whose operations take longer than the time that its measuring may take.</summary>
internal sealed class OutOfBudgetException(string message) : Exception(message);
