namespace HttpPerf.Hosting;

/// <summary>
/// The setting that keeps <c>UseHttpsRedirection</c> from redirecting. It would answer each request to the HTTP address with a redirect to
/// the HTTPS address, and both would be measured.
/// </summary>
internal static class HttpsRedirection
{
    public const string Port = "HTTPS_PORT";

    /// <summary>The value that tells the middleware that there is no such port.</summary>
    public const string None = "-1";
}
