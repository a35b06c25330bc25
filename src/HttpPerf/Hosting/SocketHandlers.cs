namespace HttpPerf.Hosting;

internal static class SocketHandlers
{
    // All other settings keep .NET's defaults, which applications use too.
    public static SocketsHttpHandler Trusting(RunCertificate certificate)
    {
        var handler = Direct();
        handler.SslOptions.RemoteCertificateValidationCallback = (_, presented, _, _) => certificate.Is(presented);
        return handler;
    }

    /// <summary>A handler whose requests are not observed as those of a benchmark.</summary>
    public static SocketsHttpHandler Unobserved(RunCertificate? certificate = null)
    {
        var handler = certificate is null ? Direct() : Trusting(certificate);
        // Without it, .NET reports no request.
        handler.ActivityHeadersPropagator = null;
        return handler;
    }

    public static SocketsHttpHandler Direct() => new() { UseProxy = false };
}
