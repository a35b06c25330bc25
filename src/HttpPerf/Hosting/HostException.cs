namespace HttpPerf.Hosting;

/// <summary>An API could not be hosted or reached. The message says which, what was found, and what to do.</summary>
public sealed class HostException : Exception
{
    /// <summary>An error with its whole message.</summary>
    public HostException(string message)
        : base(message)
    {
    }

    /// <summary>An error with its whole message and the exception behind it.</summary>
    public HostException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>An error that says no more than its type.</summary>
    public HostException()
    {
    }
}
