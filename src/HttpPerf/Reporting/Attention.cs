using Xunit;

namespace HttpPerf.Reporting;

/// <summary>The ways to a person's eyes while tests run.</summary>
internal static class Attention
{
    /// <summary>Shown at once, where xunit.runner.json says <c>"diagnosticMessages": true</c>.</summary>
    public static void Progress(string message) => TestContext.Current.SendDiagnosticMessage(message);

    /// <summary>Part of the current test's output.</summary>
    public static void Write(string text) => TestContext.Current.TestOutputHelper?.WriteLine(text);

    /// <summary>A warning on the current test, and part of its output.</summary>
    public static void Warn(string text)
    {
        Write($"WARNING: {text}");
        TestContext.Current.AddWarning(text);
    }

    /// <summary>Adds a file to the current test's results.</summary>
    public static void Attach(string path)
    {
        if (TestContext.Current.Test is not null)
            TestContext.Current.AddAttachment(Path.GetFileName(path), File.ReadAllText(path), replaceExistingValue: true);
    }
}
