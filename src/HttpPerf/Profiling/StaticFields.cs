using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace HttpPerf.Profiling;

/// <summary>Finds the classes of static fields, of which the runtime's events have only the names.</summary>
/// <param name="assemblies">The full paths of the assemblies that the process has loaded.</param>
internal sealed class StaticFields(IEnumerable<string> assemblies)
{
    /// <summary>A name that more classes use says nothing.</summary>
    private const int MostOwners = 2;

    private static readonly FieldTypeNames Names = new();

    private static readonly string Framework = Path.GetDirectoryName(typeof(object).Assembly.Location)!;

    private readonly Lazy<ILookup<string, (string Owner, string Type)>> _owners = new(() => assemblies
        .OrderBy(path => path.StartsWith(Framework, StringComparison.Ordinal))
        .SelectMany(FieldsOf)
        .ToLookup(field => field.Field, field => (field.Owner, field.Type)));

    /// <summary>The field with its class, or with the classes that it may be of: <c>Kept.All</c>.</summary>
    /// <param name="field">Its name, as the compiler has it.</param>
    /// <param name="type">The type of the object in it, as C# writes it; that of the field may be a base of it.</param>
    public string Describe(string field, string type)
    {
        var all = _owners.Value[field].ToList();
        var ofType = all.FindAll(candidate => candidate.Type == type);
        List<string> owners = [.. (ofType.Count > 0 ? ofType : all).Select(candidate => candidate.Owner).Distinct()];
        var name = field.StartsWith('<') && field.IndexOf('>', StringComparison.Ordinal) is > 1 and var end ? field[1..end] : field;
        return owners.Count is 0 or > MostOwners ? name : string.Join(" or ", owners.Select(owner => $"{owner}.{name}"));
    }

    private static IReadOnlyList<(string Field, string Owner, string Type)> FieldsOf(string path)
    {
        try
        {
            using var assembly = new PEReader(File.OpenRead(path));
            var metadata = assembly.GetMetadataReader();
            return
            [
                .. from handle in metadata.FieldDefinitions
                   let field = metadata.GetFieldDefinition(handle)
                   where field.Attributes.HasFlag(FieldAttributes.Static) && !field.Attributes.HasFlag(FieldAttributes.Literal)
                   select (
                       metadata.GetString(field.Name),
                       NameOf(metadata, field.GetDeclaringType()),
                       field.DecodeSignature(Names, genericContext: null)),
            ];
        }
        catch (Exception e) when (e is IOException or BadImageFormatException or InvalidOperationException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    internal static string NameOf(MetadataReader metadata, TypeDefinitionHandle handle)
    {
        var type = metadata.GetTypeDefinition(handle);
        var name = metadata.GetString(type.Name);
        return MethodNames.OfType(
            type.GetDeclaringType() is { IsNil: false } outer ? $"{NameOf(metadata, outer)}+{name}" : name);
    }
}
