using System.Net;
using System.Net.Sockets;
using FluentAssertions;
using HttpPerf.Hosting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

// Other tests rely on these faults, so they had better be real.
public sealed class FaultsTests : IAsyncLifetime
{
    private ApiHost _host = null!;
    private HttpClient _client = null!;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        _host = await HostedApis.StartBrokenAsync();
        _client = _host.CreateClient();
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await _host.DisposeAsync();
    }

    [Fact]
    public async Task An_error_is_a_500()
    {
        using var response = await _client.GetAsync("error", Cancellation);

        response.StatusCode.Should().Be(HttpStatusCode.InternalServerError);
    }

    [Fact]
    public async Task A_reset_breaks_the_connection() =>
        (await ErrorOfAsync("reset")).GetBaseException().Should().BeOfType<SocketException>()
            .Which.SocketErrorCode.Should().Be(SocketError.ConnectionReset);

    [Fact]
    public async Task A_truncated_body_ends_early() =>
        (await ErrorOfAsync("truncated")).HttpRequestError.Should().Be(HttpRequestError.ResponseEnded);

    [Fact]
    public async Task A_stall_lasts_until_the_client_gives_up()
    {
        _client.Timeout = TimeSpan.FromSeconds(1);

        (await _client.Invoking(client => client.GetAsync("stall", Cancellation)).Should().ThrowAsync<TaskCanceledException>())
            .WithInnerException<TimeoutException>();
    }

    private async Task<HttpRequestException> ErrorOfAsync(string path) =>
        (await _client.Invoking(client => client.GetStringAsync(path, Cancellation)).Should().ThrowAsync<HttpRequestException>()).Which;
}
