namespace HttpPerf.Thresholds;

/// <summary>The limits that a <c>thresholds.json</c> sets.</summary>
internal sealed class ThresholdFile(string path, IReadOnlyList<ThresholdEntry> entries)
{
    /// <summary>The file's full path.</summary>
    public string Path => path;

    public IReadOnlyList<ThresholdEntry> Entries => entries;

    /// <exception cref="ThresholdsException">The file can't be opened, or something in it is wrong.</exception>
    public static ThresholdFile Load(string path)
    {
        try
        {
            return Parse(path, File.ReadAllBytes(path));
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            const string Advice = "Make it readable for the user that runs the tests.";
            throw new ThresholdsException($"{path} can't be read: {problem.Message} {Advice}", problem);
        }
    }

    /// <exception cref="ThresholdsException">Something in the text is wrong.</exception>
    public static ThresholdFile Parse(string path, ReadOnlyMemory<byte> text) => new(path, new ThresholdReader(path, text).Read());
}
