using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;

namespace HttpPerf.Hosting;

internal static class SocketHandlers
{
    // All other settings keep .NET's defaults, which applications use too.
    public static SocketsHttpHandler Trusting(RunCertificate certificate)
    {
        var handler = Direct();
        handler.SslOptions.RemoteCertificateValidationCallback = (_, presented, _, _) =>
            certificate.Is(presented) ? true : throw new AuthenticationException(Describe(presented));
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

    private static string Describe(X509Certificate? presented) => presented is null
        ? "The server presented no certificate."
        : $"The server presented a certificate issued by '{presented.Issuer}', not the one that HttpPerf made for it. Either the API sets "
            + "one of its own in code, or something on this machine inspects TLS, e.g. a virus scanner; exempt 127.0.0.1 from it.";
}
