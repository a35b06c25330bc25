using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace HttpPerf.Hosting;

// Created for one host and trusted only by its clients, so that no certificate has to be installed.
internal sealed class RunCertificate
{
    private static readonly PbeParameters Encryption = new(PbeEncryptionAlgorithm.Aes256Cbc, HashAlgorithmName.SHA256, 10_000);

    private readonly string _password = RandomNumberGenerator.GetHexString(32);
    private readonly string _certificate;
    private readonly string _key;
    private readonly byte[] _hash;

    private RunCertificate(X509Certificate2 certificate, ECDsa key)
    {
        _certificate = certificate.ExportCertificatePem();
        _key = key.ExportEncryptedPkcs8PrivateKeyPem(_password, Encryption);
        _hash = certificate.GetCertHash(HashAlgorithmName.SHA256);
    }

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
        return new(certificate, key);
    }

    public bool Is(X509Certificate? presented) => presented?.GetCertHash(HashAlgorithmName.SHA256).AsSpan().SequenceEqual(_hash) == true;

    public X509Certificate2 Load()
    {
        using var certificate = X509Certificate2.CreateFromEncryptedPem(_certificate, _key, _password);
        // Windows needs a key that it keeps itself.
        return X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pkcs12), password: null);
    }

    // Kestrel's configuration reads certificates only from files. A single .pfx file would not do where the API's own settings name the key
    // of another certificate: its path can be replaced, but not taken away.
    public SavedCertificate Save()
    {
        var path = Path.Combine(TemporaryFolder.FullPath, $"{Guid.NewGuid():N}");
        var saved = new SavedCertificate($"{path}.pem", $"{path}.key", _password);
        try
        {
            Write(saved.Path, _certificate);
            Write(saved.KeyPath, _key);
            return saved;
        }
        catch
        {
            // E.g. the disk is full.
            saved.Dispose();
            throw;
        }
    }

    // No other user may read it.
    private static void Write(string path, string text)
    {
        var creation = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            creation.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;

        using var file = new StreamWriter(path, Encoding.ASCII, creation);
        file.Write(text);
    }
}

/// <summary>The files of a certificate, until they are disposed.</summary>
/// <param name="Path">The path of the certificate.</param>
/// <param name="KeyPath">The path of its key.</param>
/// <param name="Password">With which the key is encrypted.</param>
internal sealed record SavedCertificate(string Path, string KeyPath, string Password) : IDisposable
{
    public void Dispose()
    {
        File.Delete(Path);
        File.Delete(KeyPath);
    }
}
