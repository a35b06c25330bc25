namespace HttpPerf.Results.Programs;

/// <summary>Finds programs by name.</summary>
internal static class ProgramPath
{
    private const UnixFileMode Executable = UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;

    /// <summary>
    /// In the folders of <c>PATH</c> alone. <see cref="System.Diagnostics.Process"/> itself would look into the current folder first, which
    /// may be somebody else's repository.
    /// </summary>
    /// <param name="name">Without the extension that it has on Windows.</param>
    /// <returns>The full path; null if no folder has it.</returns>
    public static string? Find(string name) => Find(name, Environment.GetEnvironmentVariable("PATH"));

    /// <inheritdoc cref="Find(string)"/>
    /// <param name="name">Without the extension that it has on Windows.</param>
    /// <param name="path">The folders, as <c>PATH</c> has them.</param>
    internal static string? Find(string name, string? path) => (path ?? "").Split(Path.PathSeparator)
        .Select(folder => folder.Trim('"'))
        // An empty one, or one that is relative, is found from the current folder.
        .Where(Path.IsPathFullyQualified)
        .Select(folder => Path.Combine(folder, OperatingSystem.IsWindows() ? $"{name}.exe" : name))
        .FirstOrDefault(IsProgram);

    private static bool IsProgram(string file) =>
        File.Exists(file) && (OperatingSystem.IsWindows() || (File.GetUnixFileMode(file) & Executable) != 0);
}
