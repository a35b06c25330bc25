namespace HttpPerf.GateQuality;

/// <summary>A test project that was built with this one.</summary>
/// <param name="folder">Its folder in the repository, which has the project's name.</param>
internal sealed class TestProject(string folder)
{
    private static readonly string Own = Path.GetFullPath("../../..", Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));

    /// <summary>The folder that it is built into.</summary>
    public string Output { get; } = Path.GetFullPath(
        Path.Combine("../..", folder, Path.GetRelativePath(Own, AppContext.BaseDirectory)), Own);

    /// <summary>Of the project, and of its assembly.</summary>
    public string Name { get; } = Path.GetFileName(folder);
}
