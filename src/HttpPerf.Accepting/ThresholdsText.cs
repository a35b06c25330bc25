using System.Text;
using DiffPlex;
using DiffPlex.Chunkers;
using DiffPlex.Renderer;
using HttpPerf.Results;

namespace HttpPerf.Accepting;

/// <summary>Reads and replaces a <c>thresholds.json</c>.</summary>
internal static class ThresholdsText
{
    /// <exception cref="ResultsException">There is no such file, or it can't be read.</exception>
    public static byte[] Read(string path)
    {
        try
        {
            return File.ReadAllBytes(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ResultsException($"{path} can't be read: {e.Message}", e);
        }
    }

    /// <summary>Replaces the whole file or nothing.</summary>
    /// <exception cref="ResultsException">It has changed since it was read, or can't be written; it is as it was.</exception>
    public static void Replace(string path, byte[] before, byte[] after)
    {
        if (!Read(path).AsSpan().SequenceEqual(before))
            throw new ResultsException($"{path} has changed in the meantime, so it was left unchanged. Run the tests again: dotnet test");
        try
        {
            // A file that may only be read could still be replaced by another one, and a link too.
            var file = File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? Path.GetFullPath(path);
            if (File.GetAttributes(file).HasFlag(FileAttributes.ReadOnly))
                throw new UnauthorizedAccessException("It is read-only.");
            WholeFile.Write(file, after);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ResultsException($"{path} can't be written, so it was left unchanged: {e.Message}", e);
        }
    }

    /// <summary>A unified diff that <c>git apply</c> and <c>patch</c> take.</summary>
    /// <param name="path">The file's path in the diff, with slashes.</param>
    /// <param name="before">The old content.</param>
    /// <param name="after">The new content.</param>
    public static string Diff(string path, byte[] before, byte[] after)
    {
        var lines = new CustomFunctionChunker(Lines);
        var diff = Differ.Instance.CreateDiffs(
            Encoding.UTF8.GetString(before), Encoding.UTF8.GetString(after), ignoreWhiteSpace: false, ignoreCase: false, lines);
        // The renderer ends lines as the system does. Carriage returns are part of the lines.
        return new UnidiffRenderer().Generate(diff, $"a/{path}", $"b/{path}").Replace(Environment.NewLine, "\n", StringComparison.Ordinal);
    }

    private static string[] Lines(string text)
    {
        var lines = text.Split('\n');
        return lines[^1].Length == 0 ? lines[..^1] : [.. lines[..^1], lines[^1] + "\n\\ No newline at end of file"];
    }
}
