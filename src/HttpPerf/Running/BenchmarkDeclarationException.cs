namespace HttpPerf;

/// <summary>
/// A benchmark class that can't be measured as it is declared. The message names the class, what is wrong and what to write instead.
/// </summary>
public sealed class BenchmarkDeclarationException : Exception
{
    /// <summary>Makes an exception with its whole text.</summary>
    public BenchmarkDeclarationException(string message) : base(message)
    {
    }

    /// <summary>Makes an exception with its whole text and what caused it.</summary>
    public BenchmarkDeclarationException(string message, Exception inner) : base(message, inner)
    {
    }
}
