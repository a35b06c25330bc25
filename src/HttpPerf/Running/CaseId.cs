namespace HttpPerf;

/// <summary>What identifies a benchmark case: a method of a benchmark class at one set of parameter values.</summary>
public sealed record CaseId
{
    internal CaseId(string className, string method, string parameters = "", string? baselineMethod = null)
    {
        Class = className;
        Method = method;
        Parameters = parameters;
        BaselineMethod = baselineMethod;
        Name = NameOf(method);
    }

    /// <summary>
    /// The class's name, with those of the types around it, e.g. <c>ReadPattern</c> or <c>Outer.Reads</c>. Where benchmark classes of
    /// an assembly share it, as much of the namespace stands in front of it as tells them apart.
    /// </summary>
    public string Class { get; }

    /// <summary>The method's name.</summary>
    public string Method { get; }

    /// <summary>
    /// Parameters and arguments, e.g. <c>Size: 1000</c>; empty where there are none. Values are written in the invariant culture and never
    /// cut.
    /// </summary>
    public string Parameters { get; }

    /// <summary>
    /// The name that tests show and <c>thresholds.json</c> uses, e.g. <c>ReadPattern.GetStreamAsync(Size: 1000)</c>: class, method and,
    /// where there are any, parameters.
    /// </summary>
    public string Name { get; }

    /// <summary>The name of the group's baseline, this very case's for the baseline itself; null in a group without one.</summary>
    public string? Baseline => BaselineMethod is { } method ? NameOf(method) : null;

    /// <summary>Whether the others of the group are compared with this case.</summary>
    public bool IsBaseline => Method == BaselineMethod;

    /// <summary>The baseline's method: all cases of a group share class and parameters.</summary>
    internal string? BaselineMethod { get; }

    /// <summary>Whether the case is compared with another one.</summary>
    internal bool IsCompared => BaselineMethod is not null && !IsBaseline;

    /// <inheritdoc/>
    public override string ToString() => Name;

    private string NameOf(string method) => Parameters.Length > 0 ? $"{Class}.{method}({Parameters})" : $"{Class}.{method}";
}
