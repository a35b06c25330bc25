namespace HttpPerf.PerfTests;

/// <summary>The request that every client library sends.</summary>
public enum Request
{
    /// <summary>Gets a rate.</summary>
    Get,

    /// <summary>Makes a payment within a currency, of which the API says all without asking anybody.</summary>
    Post,

    /// <summary>Gets a rate that there is not, and reads why.</summary>
    Error,
}
