namespace HttpPerf.Tests.Requests;

/// <summary>A folder of files for a test.</summary>
internal sealed class Folder : IDisposable
{
    public Folder()
    {
        // Nothing above it is read.
        Directory.CreateDirectory(System.IO.Path.Combine(Path, ".git"));
    }

    public string Path { get; } = Directory.CreateTempSubdirectory("httpperf-").FullName;

    public void Write(string file, string text) => File.WriteAllText(System.IO.Path.Combine(Path, file), text);

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
