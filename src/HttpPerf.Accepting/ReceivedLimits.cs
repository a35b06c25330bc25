using HttpPerf.Results;

namespace HttpPerf.Accepting;

/// <summary>
/// Leaves the limits that a failed run would have met, as a whole file and as a patch, so that they can be taken from a machine on which
/// nobody accepts them.
/// </summary>
internal static class ReceivedLimits
{
    private const string TextName = "thresholds.received.json";
    private const string PatchName = "thresholds.received.patch";

    /// <param name="results">The results.</param>
    /// <param name="folder">The folder of the results.</param>
    /// <param name="thresholds">The full path of the file with the limits; null if there is none.</param>
    /// <returns>Where they are; nothing if all limits were met, or can't be changed.</returns>
    public static IEnumerable<string> Write(ResultsDocument results, string folder, string? thresholds)
    {
        var (text, patch) = (Path.Combine(folder, TextName), Path.Combine(folder, PatchName));
        try
        {
            File.Delete(text);
            File.Delete(patch);
            if (thresholds is null)
                return [];
            var acceptance = Acceptance.Of(results, ThresholdsText.Read(thresholds), [], Accepted.Missing | Accepted.Broken);
            if (acceptance.Changes.Count == 0)
                return [];
            var diff = ThresholdsText.Diff(PathInRepository(thresholds), acceptance.Before, acceptance.After);
            WholeFile.Write(text, acceptance.After);
            WholeFile.Write(patch, diff);
            return [$"limits that this run would have met: {TextName} and {PatchName} beside it"];
        }
        catch (ResultsException)
        {
            // Nothing of it can be accepted.
            return [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [$"{text} could not be written: {e.Message}"];
        }
    }

    /// <summary>A patch is applied in the root of the repository.</summary>
    private static string PathInRepository(string file)
    {
        for (var folder = Path.GetDirectoryName(file); folder is not null; folder = Path.GetDirectoryName(folder))
            if (Path.Exists(Path.Combine(folder, ".git")))
                return Path.GetRelativePath(folder, file).Replace(Path.DirectorySeparatorChar, '/');
        return Path.GetFileName(file);
    }
}
