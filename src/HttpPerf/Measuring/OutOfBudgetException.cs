namespace HttpPerf.Measuring;

/// <summary>A group's operations take too long for its time budget.</summary>
internal sealed class OutOfBudgetException(string message) : Exception(message);
