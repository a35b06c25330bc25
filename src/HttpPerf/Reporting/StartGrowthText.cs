using HttpPerf.Profiling;

namespace HttpPerf.Reporting;

/// <summary>The growth of a start since an earlier build, for its message.</summary>
internal static class StartGrowthText
{
    private const int MostListed = 8;

    /// <param name="assemblies">The assemblies that it loads more.</param>
    /// <param name="methods">The methods that it compiles more.</param>
    /// <returns>A line for each; empty if neither is known.</returns>
    public static string Write(IReadOnlyList<string> assemblies, IReadOnlyList<CompiledMore> methods) => string.Join(
        '\n',
        new[] { Line("loads more: ", assemblies), Line("compiles more: ", [.. methods.Select(Show)]) }.Where(line => line.Length > 0));

    private static string Line(string title, IReadOnlyList<string> names) => names.Count == 0 ? ""
        : $"  {title}{string.Join(", ", names.Take(MostListed))}"
            + (names.Count > MostListed ? $" and {names.Count - MostListed} more" : "");

    private static string Show(CompiledMore method) => method.Count == 1 ? method.Name : $"{method.Name} ({method.Count})";
}
