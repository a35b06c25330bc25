namespace HttpPerf;

/// <summary>A benchmark class can't be measured as declared. The message names the class, the problem and what to write instead.</summary>
public sealed class BenchmarkDeclarationException : Exception
{
    /// <summary>Creates an exception with a complete message.</summary>
    public BenchmarkDeclarationException(string message) : base(message)
    {
    }

    /// <summary>Creates an exception with a complete message and its cause.</summary>
    public BenchmarkDeclarationException(string message, Exception inner) : base(message, inner)
    {
    }
}
