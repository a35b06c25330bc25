namespace HttpPerf.Tests;

/// <summary>Cases by their names: no other place of these tests knows what an id is made of.</summary>
internal static class Cases
{
    /// <param name="name">Its class, method and parameters, as in "Class.Method(Size: 10)".</param>
    /// <param name="baseline">The name of what it is compared with, if anything.</param>
    public static CaseId Id(string name, string? baseline)
    {
        var (className, method, parameters) = Split(name);
        return new(className, method, parameters, baseline is null ? null : Split(baseline).Method);
    }

    /// <summary>The case that the others of its group are compared with.</summary>
    public static CaseId Baseline(string name) => Id(name, baseline: name);

    /// <summary>A case of a group without a baseline.</summary>
    public static CaseId Alone(string name) => Id(name, baseline: null);

    private static (string Class, string Method, string Parameters) Split(string name)
    {
        var open = name.IndexOf('(', StringComparison.Ordinal);
        var (path, parameters) = open < 0 ? (name, "") : (name[..open], name[(open + 1)..^1]);
        var dot = path.LastIndexOf('.');
        return (dot < 0 ? "" : path[..dot], path[(dot + 1)..], parameters);
    }
}
