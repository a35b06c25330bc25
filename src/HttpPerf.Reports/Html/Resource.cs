namespace HttpPerf.Reports.Html;

/// <summary>Texts that are embedded in the assembly.</summary>
internal static class Resource
{
    public static string Read(string name)
    {
        using var stream = typeof(Resource).Assembly.GetManifestResourceStream(name)!;
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
