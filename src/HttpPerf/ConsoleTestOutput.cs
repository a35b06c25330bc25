namespace HttpPerf;

/// <summary>Writes to the console, for test frameworks that have no adapter of their own.</summary>
internal sealed class ConsoleTestOutput : ITestOutput
{
    private static readonly ConsoleTestOutput Instance = new();

    public CancellationToken Cancellation => CancellationToken.None;

    public bool HasResult => false;

    public static ITestOutput Get() => Instance;

    public void Progress(string message) => Console.Error.WriteLine(message);

    public void Write(string text) => Console.WriteLine(text);

    public void Warn(string text) => Console.WriteLine($"WARNING: {text}");

    public void Attach(string path) => Console.WriteLine($"Report: {path}");
}
