namespace HttpPerf.Hosting;

internal static class SocketHandlers
{
    // Everything but proxy and trust stays as .NET has it, because that is what applications run with.
    public static SocketsHttpHandler Trusting(RunCertificate certificate)
    {
        var handler = Direct();
        handler.SslOptions.RemoteCertificateValidationCallback = (_, presented, _, _) => certificate.Is(presented);
        return handler;
    }

    public static SocketsHttpHandler Direct() => new() { UseProxy = false };
}
