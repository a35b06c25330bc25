namespace HttpPerf.Hosting;

internal static class SocketHandlers
{
    // All else keeps .NET's defaults, because applications run with them.
    public static SocketsHttpHandler Trusting(RunCertificate certificate)
    {
        var handler = Direct();
        handler.SslOptions.RemoteCertificateValidationCallback = (_, presented, _, _) => certificate.Is(presented);
        return handler;
    }

    public static SocketsHttpHandler Direct() => new() { UseProxy = false };
}
