namespace HttpPerf;

/// <summary>A run measured nothing that could be judged. The message gives the reason and how to remove it.</summary>
public sealed class InvalidRunException : Exception
{
    /// <summary>Creates an exception with a complete message.</summary>
    public InvalidRunException(string message) : base(message)
    {
    }

    /// <summary>Creates an exception with a complete message and its cause.</summary>
    public InvalidRunException(string message, Exception inner) : base(message, inner)
    {
    }
}
