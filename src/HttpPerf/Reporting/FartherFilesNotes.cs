using HttpPerf.Thresholds;

namespace HttpPerf.Reporting;

/// <summary>A note on files with limits that don't apply, because another one is nearer to the project.</summary>
internal static class FartherFilesNotes
{
    public static IEnumerable<string> Write(ThresholdFile thresholds) => thresholds.Farther.Select(
        file => $"Limits are from {thresholds.Path}, which is nearest to the test project. Those in {file} don't apply to it.");
}
