namespace HttpPerf.Hosting.Child;

/// <summary>
/// Makes the runtime compile code in one process as in any other. By default, it compiles a method for the calls that it has seen so far,
/// and leaves out other objects in each process.
/// </summary>
internal static class AlikeCode
{
    public static IReadOnlyDictionary<string, string> Variables { get; } = new Dictionary<string, string> { ["DOTNET_TieredPGO"] = "0" };
}
