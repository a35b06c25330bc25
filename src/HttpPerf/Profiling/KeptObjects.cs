namespace HttpPerf.Profiling;

/// <summary>Objects that the calls of a case leave in the heap of one process.</summary>
/// <param name="Operations">After how many operations.</param>
/// <param name="Types">The types, the largest total first; empty if nothing is left.</param>
internal sealed record KeptObjects(long Operations, IReadOnlyList<KeptType> Types);

/// <param name="Name">The type as C# writes it.</param>
/// <param name="Count">How many objects per operation.</param>
/// <param name="Bytes">How many bytes per operation.</param>
/// <param name="Path">
/// From a root to most of these objects: <c>static List&lt;byte[]&gt; Kept.All → byte[][] → byte[]</c>.
/// </param>
internal sealed record KeptType(string Name, double Count, double Bytes, string Path);
