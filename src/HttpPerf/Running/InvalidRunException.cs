namespace HttpPerf;

/// <summary>A run that measured nothing that could be judged. The message says what was in the way and how to remove it.</summary>
public sealed class InvalidRunException : Exception
{
    /// <summary>Makes an exception with its whole text.</summary>
    public InvalidRunException(string message) : base(message)
    {
    }

    /// <summary>Makes an exception with its whole text and what caused it.</summary>
    public InvalidRunException(string message, Exception inner) : base(message, inner)
    {
    }
}
