namespace HttpPerf.Hosting;

/// <summary>An API could not be hosted or reached. The message names the API, the problem and the next step.</summary>
public sealed class HostException : Exception
{
    /// <summary>Creates an exception with a complete message.</summary>
    public HostException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a complete message and its cause.</summary>
    public HostException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Creates an exception without details.</summary>
    public HostException()
    {
    }
}
