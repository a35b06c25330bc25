using System.Collections.Immutable;
using System.Reflection.Metadata;

namespace HttpPerf.Profiling;

/// <summary>Names the types of fields as <see cref="MethodNames.OfType"/> names those of objects, without the types around them.</summary>
internal sealed class FieldTypeNames : ISignatureTypeProvider<string, object?>
{
    public string GetPrimitiveType(PrimitiveTypeCode typeCode) => MethodNames.OfType($"System.{typeCode}");

    public string GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind) =>
        StaticFields.NameOf(reader, handle);

    public string GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) =>
        MethodNames.OfType(reader.GetString(reader.GetTypeReference(handle).Name));

    public string GetTypeFromSpecification(
        MetadataReader reader, object? genericContext, TypeSpecificationHandle handle, byte rawTypeKind) =>
        reader.GetTypeSpecification(handle).DecodeSignature(this, genericContext);

    public string GetGenericInstantiation(string genericType, ImmutableArray<string> typeArguments) =>
        $"{genericType}<{string.Join(", ", typeArguments)}>";

    public string GetSZArrayType(string elementType) => $"{elementType}[]";

    public string GetArrayType(string elementType, ArrayShape shape) => $"{elementType}[{new string(',', shape.Rank - 1)}]";

    public string GetGenericTypeParameter(object? genericContext, int index) => "T";

    public string GetGenericMethodParameter(object? genericContext, int index) => "T";

    public string GetModifiedType(string modifier, string unmodifiedType, bool isRequired) => unmodifiedType;

    public string GetByReferenceType(string elementType) => elementType;

    public string GetPointerType(string elementType) => $"{elementType}*";

    public string GetPinnedType(string elementType) => elementType;

    public string GetFunctionPointerType(MethodSignature<string> signature) => "delegate*";
}
