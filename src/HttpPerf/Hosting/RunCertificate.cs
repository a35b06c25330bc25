using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace HttpPerf.Hosting;

// Created for one host and trusted only by its clients, so that no certificate has to be installed.
internal sealed class RunCertificate
{
    private readonly byte[] _pfx;
    private readonly byte[] _hash;

    private RunCertificate(byte[] pfx, string password, byte[] hash)
    {
        _pfx = pfx;
        Password = password;
        _hash = hash;
    }

    public string Password { get; }

    public static RunCertificate Create()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        names.AddIpAddress(System.Net.IPAddress.Loopback);
        names.AddIpAddress(System.Net.IPAddress.IPv6Loopback);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(false, false, 0, critical: true));
        request.CertificateExtensions.Add(
            new X509EnhancedKeyUsageExtension([new("1.3.6.1.5.5.7.3.1", "server authentication")], critical: false));

        // The clock may be set back a little during the run.
        var now = DateTimeOffset.UtcNow;
        using var certificate = request.CreateSelfSigned(now.AddHours(-1), now.AddDays(3));
        var password = RandomNumberGenerator.GetHexString(32);
        return new(certificate.Export(X509ContentType.Pkcs12, password), password, certificate.GetCertHash(HashAlgorithmName.SHA256));
    }

    public bool Is(X509Certificate? presented) => presented?.GetCertHash(HashAlgorithmName.SHA256).AsSpan().SequenceEqual(_hash) == true;

    public X509Certificate2 Load() => X509CertificateLoader.LoadPkcs12(_pfx, Password);

    // Kestrel's configuration reads certificates only from files. No other user may read this one.
    public string Save()
    {
        var path = Path.Combine(Path.GetTempPath(), $"httpperf-{Guid.NewGuid():N}.pfx");
        var creation = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            creation.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;

        using var file = new FileStream(path, creation);
        file.Write(_pfx);
        return path;
    }
}
