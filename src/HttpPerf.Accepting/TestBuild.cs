using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using HttpPerf.Results;

namespace HttpPerf.Accepting;

/// <summary>Whether results are of the tests as they are built now.</summary>
internal static class TestBuild
{
    /// <returns>The full path of the assembly, on the machine where the tests ran; null if it must not be opened.</returns>
    /// <inheritdoc cref="RecordedPath.Find"/>
    public static string? Locate(ResultsDocument results, string file, bool isNamed) =>
        RecordedPath.Find(results.Tests.Path, file, isNamed);

    /// <param name="results">The results.</param>
    /// <param name="file">The file that holds them.</param>
    /// <param name="isNamed">Whether the user named that file.</param>
    /// <param name="mayBeElsewhere">Whether the tests may have run on another machine, so that their assembly isn't here.</param>
    /// <exception cref="ResultsException">They are of another build, or the assembly can't be read.</exception>
    public static void Check(ResultsDocument results, string file, bool isNamed, bool mayBeElsewhere)
    {
        var path = Locate(results, file, isNamed);
        if (!File.Exists(path))
        {
            if (!mayBeElsewhere)
                throw new ResultsException(
                    $"The tests of these results, {path ?? results.Tests.Path}, are not here. Run them: dotnet test\n"
                    + "If they ran on another machine, name the file to change: --thresholds FILE");
        }
        else if (Read(path) != results.Tests.Build)
            throw new ResultsException($"{results.Tests.Name} was built anew after these results. Run the tests again: dotnet test");
    }

    private static Guid Read(string path)
    {
        try
        {
            using var file = new PEReader(File.OpenRead(path));
            var metadata = file.GetMetadataReader();
            return metadata.GetGuid(metadata.GetModuleDefinition().Mvid);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or BadImageFormatException or InvalidOperationException)
        {
            throw new ResultsException($"{path} can't be read: {e.Message} Run the tests again: dotnet test", e);
        }
    }
}
