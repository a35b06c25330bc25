using FluentAssertions;
using HttpPerf.Hosting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

public sealed class CertificateInBetweenTests
{
    /// <summary>As a virus scanner presents its own.</summary>
    [Fact]
    public async Task The_issuer_of_another_certificate_is_named()
    {
        await using var host = await HostedApis.StartBrokenAsync();
        using var client = new HttpClient(SocketHandlers.Trusting(RunCertificate.Create()));

        (await client.Invoking(c => c.GetStringAsync(new Uri(host.SecureAddress!, "body"), TestContext.Current.CancellationToken))
            .Should().ThrowAsync<HttpRequestException>())
            .WithInnerException<System.Security.Authentication.AuthenticationException>()
            .WithMessage(
                "The server presented a certificate issued by 'CN=localhost', not the one that HttpPerf made for it. Either the API sets "
                + "one of its own in code, or something on this machine inspects TLS, e.g. a virus scanner; exempt 127.0.0.1 from it.");
    }
}
