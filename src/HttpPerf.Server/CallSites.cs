using System.Reflection.Emit;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace HttpPerf.Server;

/// <summary>
/// The calls in the IL of a method. Optimized code knows few of its IL offsets, so one on a stack may come long before the call.
/// </summary>
internal static class CallSites
{
    private const byte FirstOfTwoBytes = 0xFE;

    private static readonly Dictionary<ushort, OperandType> Operands = typeof(OpCodes).GetFields()
        .Select(field => field.GetValue(null))
        .OfType<OpCode>()
        .ToDictionary(code => (ushort)code.Value, code => code.OperandType);

    /// <param name="assembly">The metadata of the assembly of the calling method.</param>
    /// <param name="il">The code of the calling method.</param>
    /// <param name="offset">An IL offset at or before the call.</param>
    /// <param name="callee">The name of the method that is called, also of one that implements or overrides it.</param>
    /// <returns>The IL offset of the first such call; null if none follows.</returns>
    public static int? FindNext(MetadataReader assembly, BlobReader il, int offset, string callee)
    {
        while (il.RemainingBytes > 0)
        {
            var at = il.Offset;
            var operand = Operands[ReadOpCode(ref il)];
            if (operand != OperandType.InlineMethod)
                il.Offset += SizeOf(operand, il);
            else if (NameOf(assembly, MetadataTokens.EntityHandle(il.ReadInt32())) == LastPart(callee) && at >= offset)
                return at;
        }

        return null;
    }

    private static ushort ReadOpCode(ref BlobReader il)
    {
        var first = il.ReadByte();
        return first == FirstOfTwoBytes ? (ushort)(first << 8 | il.ReadByte()) : first;
    }

    private static int SizeOf(OperandType operand, BlobReader il) => operand switch
    {
        OperandType.InlineNone => 0,
        OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => sizeof(byte),
        OperandType.InlineVar => sizeof(ushort),
        OperandType.InlineI8 or OperandType.InlineR => sizeof(long),
        OperandType.InlineSwitch => sizeof(int) * (1 + il.ReadInt32()),
        _ => sizeof(int),
    };

    private static string NameOf(MetadataReader assembly, EntityHandle method) => method.Kind switch
    {
        HandleKind.MethodDefinition => LastPart(assembly.GetString(assembly.GetMethodDefinition((MethodDefinitionHandle)method).Name)),
        HandleKind.MemberReference => LastPart(assembly.GetString(assembly.GetMemberReference((MemberReferenceHandle)method).Name)),
        _ => NameOf(assembly, assembly.GetMethodSpecification((MethodSpecificationHandle)method).Method),
    };

    /// <summary>An explicit implementation has the name of its interface in front.</summary>
    private static string LastPart(string name) => name[(name.LastIndexOf('.') + 1)..];
}
