namespace HttpPerf.Pipeline;

/// <summary>Writes to the console.</summary>
internal sealed class ConsoleTestOutput : ITestOutput
{
    private static readonly ConsoleTestOutput Instance = new();

    public static ITestOutput Get() => Instance;
}
