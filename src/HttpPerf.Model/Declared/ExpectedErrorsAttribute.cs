namespace HttpPerf;

/// <summary>
/// Declares that a benchmark, or every benchmark of a class, expects errors. Without this attribute, a benchmark is rejected if a request
/// gets a response with a status of 400 or above, or no response: a fast error must not look like an improvement.
/// </summary>
[AttributeUsage(AttributeTargets.Method | AttributeTargets.Class)]
public sealed class ExpectedErrorsAttribute : Attribute
{
    /// <param name="statuses">The expected statuses, 400 to 599. Without any, all errors are expected, including no response.</param>
    /// <exception cref="ArgumentOutOfRangeException">A status is not from 400 to 599.</exception>
    public ExpectedErrorsAttribute(params int[] statuses)
    {
        foreach (var status in statuses)
            if (status is < 400 or > 599)
                throw new ArgumentOutOfRangeException(
                    nameof(statuses),
                    status,
                    $"[ExpectedErrors] names the status {status}, which is not an error status. "
                    + "Errors are 400 to 599; all others need no attribute.");
        Statuses = statuses;
    }

    /// <summary>The expected statuses, 400 to 599; empty if all errors are expected.</summary>
    public IReadOnlyList<int> Statuses { get; }

    /// <param name="status">Null if there was no response.</param>
    internal bool Include(int? status) => Statuses.Count == 0 || (status is { } answered && Statuses.Contains(answered));
}
