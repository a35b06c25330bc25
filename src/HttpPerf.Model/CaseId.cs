namespace HttpPerf;

/// <summary>Identifies a benchmark case: a method of a benchmark class with one set of parameter values.</summary>
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
    /// The class's name, including the types around it, e.g. <c>ReadPattern</c> or <c>Outer.Reads</c>. If several benchmark classes of an
    /// assembly share the name, it starts with the shortest part of the namespace that distinguishes them.
    /// </summary>
    public string Class { get; }

    /// <summary>The method's name.</summary>
    public string Method { get; }

    /// <summary>
    /// Parameters and arguments, e.g. <c>Size: 1000</c>; empty if there are none. Values are formatted in the invariant culture and never
    /// truncated.
    /// </summary>
    public string Parameters { get; }

    /// <summary>
    /// The name shown by the tests and used in <c>thresholds.json</c>: class, method and parameters, if any, e.g.
    /// <c>ReadPattern.GetStreamAsync(Size: 1000)</c>.
    /// </summary>
    public string Name { get; }

    /// <summary>
    /// The name of the group's baseline. For the baseline itself this is its own name; null in a group without a baseline.
    /// </summary>
    public string? Baseline => BaselineMethod is { } method ? NameOf(method) : null;

    /// <summary>Whether the other cases of the group are compared with this one.</summary>
    public bool IsBaseline => Method == BaselineMethod;

    /// <summary>The baseline's method: all cases of a group share class and parameters.</summary>
    internal string? BaselineMethod { get; }

    /// <summary>Whether it is the case as an earlier build has it.</summary>
    internal bool IsBefore { get; private init; }

    /// <summary>Whether the case is compared with another one.</summary>
    internal bool IsCompared => BaselineMethod is not null && !IsBaseline;

    /// <inheritdoc/>
    public override string ToString() => IsBefore ? $"{Name} of the earlier build" : Name;

    /// <summary>The same case as an earlier build has it. It has no baseline, because it is only compared with the case itself.</summary>
    internal CaseId Before() => new(Class, Method, Parameters) { IsBefore = true };

    /// <summary>The same case in any build, without a baseline.</summary>
    internal CaseId Now() => new(Class, Method, Parameters);

    /// <summary>How the names of starts end.</summary>
    private const string Start = "start";

    /// <summary>The start of an API, e.g. <c>MyApi.start</c>.</summary>
    /// <param name="api">The name of its assembly.</param>
    internal static CaseId OfStart(string api) => new(api, Start);

    /// <summary>
    /// Whether a pattern may be for the start of an API: which there are is known only when they run.
    /// </summary>
    internal static bool IsOfStart(string pattern) => pattern.EndsWith($".{Start}", StringComparison.Ordinal);

    /// <summary>How the names of requests begin that are no file's, after the API's name. No class has a space in its name.</summary>
    internal const string OfEndpoints = " endpoints";

    /// <summary>Whether it is a request, e.g. <c>MyApi.http: list todos</c> or <c>MyApi endpoints: GET /todos</c>.</summary>
    internal bool IsRequest => Class.EndsWith(".http", StringComparison.Ordinal) || Class.EndsWith(".rest", StringComparison.Ordinal)
        || Class.EndsWith(OfEndpoints, StringComparison.Ordinal);

    private string NameOf(string method) => IsRequest ? $"{Class}: {method}"
        : Parameters.Length > 0 ? $"{Class}.{method}({Parameters})"
        : $"{Class}.{method}";
}
