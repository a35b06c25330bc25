namespace HttpPerf.Tool;

/// <summary>Which paths the compiler writes in place of those of the sources.</summary>
internal static class PathMap
{
    /// <param name="folder">Where the sources are.</param>
    /// <param name="other">Where they seem to be.</param>
    /// <returns>As the compiler and MSBuild read it.</returns>
    public static string Of(string folder, string other) => Escape($"{Double(folder)}={Double(other)}");

    /// <summary>The value of a property on the command line, which MSBuild would split.</summary>
    public static string Escape(string value) => value
        .Replace("%", "%25", StringComparison.Ordinal)
        .Replace(";", "%3B", StringComparison.Ordinal)
        .Replace(",", "%2C", StringComparison.Ordinal);

    /// <summary>The compiler splits at single commas and equals signs.</summary>
    private static string Double(string path) =>
        path.Replace(",", ",,", StringComparison.Ordinal).Replace("=", "==", StringComparison.Ordinal);
}
