using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace HttpPerf.Hosting;

/// <summary>
/// The projects that a test project references, as the package's targets write them into the test assembly: paths relative to its output,
/// so that builds are the same everywhere.
/// </summary>
internal static class ProjectReferences
{
    /// <summary>Followed by the name of the referenced assembly.</summary>
    private const string Key = "HttpPerf.Project.";

    /// <summary>
    /// The full path of the project file of an assembly; null if no test assembly beside it says, or the output was copied from where it
    /// was built.
    /// </summary>
    public static string? Find(string assembly, string folder) =>
        Directory.EnumerateFiles(folder, "*.runtimeconfig.json").Order(StringComparer.Ordinal)
            .Select(config => config[..^".runtimeconfig.json".Length] + ".dll")
            .Where(File.Exists)
            .SelectMany(tests => Read(tests, Key + assembly))
            .Select(relative => Path.GetFullPath(relative, folder))
            .FirstOrDefault(File.Exists);

    /// <summary>Without loading the assembly, which may be another build's.</summary>
    private static IEnumerable<string> Read(string path, string key)
    {
        using var file = new PEReader(File.OpenRead(path));
        if (!file.HasMetadata)
            return [];
        var metadata = file.GetMetadataReader();
        return
        [
            .. from handle in metadata.GetAssemblyDefinition().GetCustomAttributes()
               let attribute = metadata.GetCustomAttribute(handle)
               where IsMetadata(attribute, metadata)
               let pair = ReadStrings(metadata.GetBlobReader(attribute.Value))
               where pair.Key == key && pair.Value is not null
               select pair.Value,
        ];
    }

    private static bool IsMetadata(CustomAttribute attribute, MetadataReader metadata) =>
        attribute.Constructor.Kind == HandleKind.MemberReference
        && metadata.GetMemberReference((MemberReferenceHandle)attribute.Constructor).Parent is { Kind: HandleKind.TypeReference } type
        && metadata.StringComparer.Equals(
            metadata.GetTypeReference((TypeReferenceHandle)type).Name, nameof(AssemblyMetadataAttribute));

    private static (string? Key, string? Value) ReadStrings(BlobReader value)
    {
        // Two bytes begin the value of every attribute.
        value.ReadUInt16();
        return (value.ReadSerializedString(), value.ReadSerializedString());
    }
}
