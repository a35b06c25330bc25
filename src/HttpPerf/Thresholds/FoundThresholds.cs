namespace HttpPerf.Thresholds;

/// <summary>The file that applies to a test project.</summary>
/// <param name="Path">Its full path.</param>
/// <param name="Farther">Full paths of files with other limits that are farther from the project, and therefore don't apply.</param>
internal sealed record FoundThresholds(string Path, IReadOnlyList<string> Farther);
