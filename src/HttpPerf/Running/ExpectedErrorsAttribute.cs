namespace HttpPerf;

/// <summary>
/// Says that a benchmark, or every one of a class, is about errors. Without it, a benchmark whose requests are answered with a
/// status of 400 or above, or not at all, is refused: a fast error must not look like an improvement.
/// </summary>
[AttributeUsage(AttributeTargets.Method | AttributeTargets.Class)]
public sealed class ExpectedErrorsAttribute : Attribute
{
    /// <param name="statuses">The statuses of the responses, 400…599; none for any error, also no response at all.</param>
    /// <exception cref="ArgumentOutOfRangeException">A status is not an error's.</exception>
    public ExpectedErrorsAttribute(params int[] statuses)
    {
        foreach (var status in statuses)
            if (status is < 400 or > 599)
                throw new ArgumentOutOfRangeException(
                    nameof(statuses),
                    status,
                    $"[ExpectedErrors] names the status {status}, which is no error's. "
                    + "Errors are 400 to 599; all others need no attribute.");
        Statuses = statuses;
    }

    /// <summary>The statuses that requests may be answered with, 400…599; empty for any error.</summary>
    public IReadOnlyList<int> Statuses { get; }

    /// <param name="status">Null where there was no answer.</param>
    internal bool Include(int? status) => Statuses.Count == 0 || (status is { } answered && Statuses.Contains(answered));
}
