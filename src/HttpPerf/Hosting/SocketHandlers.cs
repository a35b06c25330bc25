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

    public static SocketsHttpHandler Direct() => new() { UseProxy = false };
}
