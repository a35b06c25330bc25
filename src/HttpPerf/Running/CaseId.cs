namespace HttpPerf.Running;

/// <summary>What identifies a benchmark case: a method of a benchmark class at one set of parameter values.</summary>
/// <param name="Name">
/// The name that tests show and <c>thresholds.json</c> uses, e.g. <c>ReadPattern.GetStreamAsync(Size: 1000)</c>:
/// class, method and, where it has any, parameters, whose values are written in the invariant culture and never cut.
/// </param>
/// <param name="Baseline">The name of the baseline of the case's group, this very case's for the baseline itself; null in a group without one.</param>
public sealed record CaseId(string Name, string? Baseline)
{
    /// <summary>Whether the case is what the others of its group are compared with.</summary>
    public bool IsBaseline => Name == Baseline;

    /// <summary>The name of the method alone.</summary>
    internal string Method
    {
        get
        {
            var open = Name.IndexOf('(', StringComparison.Ordinal);
            var path = open < 0 ? Name : Name[..open];
            return path[(path.LastIndexOf('.') + 1)..];
        }
    }

    /// <inheritdoc/>
    public override string ToString() => Name;
}
