using System.Reflection;

namespace HttpPerf.Thresholds;

/// <summary>The project that an assembly was built from.</summary>
internal static class ProjectFile
{
    /// <summary>
    /// The key of assembly metadata whose value is the project file's path, relative to the assembly. The package's targets write it.
    /// </summary>
    private const string Key = "HttpPerf.Project";

    /// <summary>The full path of the project file; null if it is not known, or the assembly was copied from where it was built.</summary>
    public static string? Find(Assembly assembly) =>
        assembly.GetCustomAttributes<AssemblyMetadataAttribute>().FirstOrDefault(metadata => metadata.Key == Key)?.Value is { } relative
        && Path.GetFullPath(relative, Path.GetDirectoryName(assembly.Location)!) is var path
        && File.Exists(path)
            ? path
            : null;
}
