namespace HttpPerf.Reporting;

/// <summary>How reports and messages describe what several processes measured.</summary>
internal static class FreshProcesses
{
    /// <summary>Follows what only the test process measured.</summary>
    public const string Wider = "Intervals of ratios are wider for that.";

    /// <summary>Why there was only one, if others would not have helped.</summary>
    public const string OthersUseless = "Another would not have decided more.";

    /// <summary>The line of the group's report.</summary>
    /// <param name="cases">What was measured again.</param>
    /// <param name="processes">How many fresh ones have measured it.</param>
    /// <param name="taken">How long they took.</param>
    /// <param name="whyOne">Why there was no other one, in a sentence.</param>
    /// <param name="failure">Why one more could not measure, in sentences; null if none was tried.</param>
    public static string Describe(IEnumerable<CaseId> cases, int processes, TimeSpan taken, string whyOne, string? failure)
    {
        var again = $"in {taken.TotalSeconds:0.0} s: {string.Join(", ", cases.Select(id => id.Method))}.";
        return (processes, failure) switch
        {
            (_, not null) => $"Measured again in {Count(processes)}, {again} A further one could not measure. {failure}",
            (1, _) => $"Measured again in {Count(processes)}, {again} {whyOne}",
            _ => $"Measured again in {Count(processes)}, {again}",
        };
    }

    private static string Count(int processes) => processes == 1 ? "one fresh process" : $"{processes} fresh processes";

    /// <summary>Why there was no second one where a group's time is limited.</summary>
    /// <param name="budget">The group's budget.</param>
    /// <param name="budgets">How many times its budget the group might have taken.</param>
    public static string DescribeLackOfTimeForSecond(TimeSpan budget, double budgets) =>
        $"With another, the group would have taken more than {(budgets * budget).TotalSeconds:0.#} s ({budgets:0.#} times the budget).";

    /// <summary>The same where there was no time for any.</summary>
    /// <param name="needed">How long the group would have taken with them.</param>
    /// <param name="budget">Its budget.</param>
    public static string DescribeLackOfTime(TimeSpan needed, TimeSpan budget) =>
        "Times were judged by this process alone, because there was no time for fresh processes: the group would have taken at least "
        + $"{needed.TotalSeconds:0} s, and with a budget of {budget.TotalSeconds:0.#} s it may take {(2 * budget).TotalSeconds:0.#} s "
        + $"(twice the budget). {Wider}";

    /// <summary>What each process measured, as part of a sentence.</summary>
    public static string List(Metric metric, IReadOnlyList<double> values) => values is [_]
        ? "one process; the interval is widened, because processes differ"
        : $"{values.Count} processes: {string.Join(", ", values.Select(value => Figures.Show(metric, value)))}";
}
