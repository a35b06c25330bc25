using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using BenchmarkDotNet.Attributes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace HttpPerf.SampleTests;

/// <summary>A setup that warms up its connection to a server whose certificate has expired.</summary>
[BenchmarkCategory("Refused")]
public class ExpiredCertificate
{
    private static readonly HttpClient Client = new();

    private WebApplication _server = null!;

    [GlobalSetup]
    public async Task SetUp()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelHttpsConfiguration();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen => listen.UseHttps(Expired())));
        _server = builder.Build();
        await _server.StartAsync();
        await Client.GetAsync(_server.Urls.Single());
    }

    [GlobalCleanup]
    public Task CleanUp() => _server.DisposeAsync().AsTask();

    [Benchmark]
    public Task Get() => Client.GetAsync(_server.Urls.Single());

    private static X509Certificate2 Expired()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=127.0.0.1", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        return request.CreateSelfSigned(DateTimeOffset.UtcNow.AddYears(-2), DateTimeOffset.UtcNow.AddYears(-1));
    }
}

public class ExpiredCertificateTests
{
    [PerfTheory<ExpiredCertificate>]
    public void Stays_within_its_thresholds(PerfCase benchmark) => benchmark.ShouldMeetItsThresholds();
}
