using HttpPerf.Thresholds;

namespace HttpPerf.Tests.Thresholds;

/// <summary>Files that must be rejected, one for each way to write one wrongly.</summary>
internal static class BadFile
{
    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "Thresholds", "BadFiles");

    public static IEnumerable<string> Names => Directory.EnumerateFiles(Folder).Select(Path.GetFileName).Order(StringComparer.Ordinal)!;

    public static ThresholdsException Reject(string name)
    {
        try
        {
            ThresholdReader.Load(Path.Combine(Folder, name));
        }
        catch (ThresholdsException rejected)
        {
            return rejected;
        }

        throw new InvalidOperationException($"{name} was accepted.");
    }

    /// <summary>The whole message, with the folder, which differs from machine to machine, written as "…".</summary>
    public static string MessageOf(string name) => Reject(name).Message.Replace(Folder, "…", StringComparison.Ordinal);
}
