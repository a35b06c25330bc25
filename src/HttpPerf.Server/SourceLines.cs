using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using System.Text.Json;

namespace HttpPerf.Server;

/// <summary>
/// Finds the source line of an instruction in the portable PDB of its assembly, beside it or within. Only the user's own code has lines: a
/// package may be compiled with its sources, too, and nobody can change them.
/// </summary>
internal sealed class SourceLines : IDisposable
{
    private readonly Dictionary<string, Opened?> _opened = [];
    private readonly Dictionary<string, IReadOnlySet<string>> _packaged = [];

    /// <param name="assembly">The full path of the assembly.</param>
    /// <param name="methodToken">The metadata token of the method.</param>
    /// <param name="offset">An IL offset in it.</param>
    /// <param name="stack">The methods that it calls there, or soon after, its callee first; null if they aren't known.</param>
    /// <returns>As <c>Orders.cs:41</c>; null where the source is not known.</returns>
    public string? Find(string assembly, int methodToken, int offset, IEnumerable<Callee>? stack = null)
    {
        if (Open(assembly) is not { } opened || MetadataTokens.Handle(methodToken).Kind != HandleKind.MethodDefinition)
            return null;
        var pdb = opened.Symbols.GetMetadataReader();
        var definition = MetadataTokens.MethodDefinitionHandle(methodToken & 0xFFFFFF);
        var method = definition.ToDebugInformationHandle();
        if (MetadataTokens.GetRowNumber(method) > pdb.MethodDebugInformation.Count)
            return null;
        if (stack is not null)
            offset = FindCall(opened.File, definition, offset, stack) ?? offset;

        // An address on the stack is where a call returns to. After an await, that is in code of the compiler's own, which has no line.
        var points = pdb.GetMethodDebugInformation(method).GetSequencePoints().Where(point => !point.IsHidden).ToList();
        if (points.Count == 0)
            return null;
        // Of optimized code, only some addresses are known; what comes before the first of them counts as the method's first line.
        var point = points[Math.Max(0, points.FindLastIndex(point => point.Offset <= offset))];
        // Nobody has written what a source generator writes.
        return FileName(pdb, point.Document) is var file && !file.EndsWith(".g.cs", StringComparison.Ordinal)
            ? $"{file}:{point.StartLine}"
            : null;
    }

    public void Dispose()
    {
        foreach (var opened in _opened.Values)
        {
            opened?.Symbols.Dispose();
            opened?.File.Dispose();
        }
    }

    private static int? FindCall(PEReader file, MethodDefinitionHandle caller, int offset, IEnumerable<Callee> stack)
    {
        var metadata = file.GetMetadataReader();
        return metadata.GetMethodDefinition(caller).RelativeVirtualAddress is > 0 and var address
            ? CallSites.FindNext(metadata, file.GetMethodBody(address).GetILReader(), offset, stack)
            : null;
    }

    private static string FileName(MetadataReader pdb, DocumentHandle document)
    {
        var path = pdb.GetString(pdb.GetDocument(document).Name);
        return path[(path.LastIndexOfAny(['/', '\\']) + 1)..];
    }

    private Opened? Open(string assembly)
    {
        if (!_opened.TryGetValue(assembly, out var opened))
            _opened[assembly] = opened = OpenNow(assembly);
        return opened;
    }

    private Opened? OpenNow(string assembly)
    {
        PEReader? file = null;
        try
        {
            if (PackagedIn(Path.GetDirectoryName(assembly)!).Contains(Path.GetFileNameWithoutExtension(assembly)))
                return null;
            file = new PEReader(File.OpenRead(assembly));
            if (file.TryOpenAssociatedPortablePdb(assembly, File.OpenRead, out var symbols, out _))
                return new Opened(file, symbols!);
        }
        catch (Exception e) when (e is IOException or BadImageFormatException or UnauthorizedAccessException or JsonException)
        {
            // Without its symbols, it has no lines.
        }

        file?.Dispose();
        return null;
    }

    private IReadOnlySet<string> PackagedIn(string folder)
    {
        if (!_packaged.TryGetValue(folder, out var packaged))
            _packaged[folder] = packaged = PackagedAssemblies.In(folder);
        return packaged;
    }

    private sealed record Opened(PEReader File, MetadataReaderProvider Symbols);
}
