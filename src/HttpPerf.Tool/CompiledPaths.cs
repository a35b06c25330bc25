using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace HttpPerf.Tool;

/// <summary>Paths of sources that are compiled into code, as by <c>[CallerFilePath]</c>.</summary>
internal static class CompiledPaths
{
    private const string Intermediate = "obj";

    private static readonly EnumerationOptions Below = new()
    {
        RecurseSubdirectories = true,
        IgnoreInaccessible = true,
        AttributesToSkip = FileAttributes.ReparsePoint,
    };

    /// <summary>Finds the assemblies whose code has a path in a folder.</summary>
    /// <param name="tree">The work tree in which they were compiled.</param>
    /// <param name="folder">The folder.</param>
    /// <returns>Their names.</returns>
    public static IReadOnlyList<string> FindAssemblies(string tree, string folder) =>
    [
        .. Directory.EnumerateFiles(tree, "*.dll", Below)
            .Where(path => Path.GetRelativePath(tree, path).Split(Path.DirectorySeparatorChar).Contains(Intermediate)
                && HasPathIn(path, folder + Path.DirectorySeparatorChar))
            .Select(path => Path.GetFileNameWithoutExtension(path))
            .Distinct()
            .Order(StringComparer.Ordinal),
    ];

    private static bool HasPathIn(string assembly, string folder)
    {
        using var file = new PEReader(File.OpenRead(assembly));
        if (!file.HasMetadata)
            return false;
        var metadata = file.GetMetadataReader();
        for (var text = MetadataTokens.UserStringHandle(1); !text.IsNil; text = metadata.GetNextHandle(text))
            if (metadata.GetUserString(text).Contains(folder, StringComparison.Ordinal))
                return true;
        return false;
    }
}
