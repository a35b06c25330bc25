using FluentAssertions;
using HttpPerf.Hosting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

public sealed class ExternalHostTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_running_server_is_used_and_left_running()
    {
        await using var server = await InMemoryHost.StartAsync<Program>(new() { UseKestrel = true }, Cancellation);

        await using (var host = await ExternalHost.ConnectAsync(server.BaseAddress.ToString(), Cancellation))
        {
            (await HostedApis.GetAsync(host, "/")).Should().Be("Hello, World!");
            host.HasSockets.Should().BeTrue();
            host.SecureAddress.Should().BeNull();
            host.Description.Should().Be($"external server {server.BaseAddress}");
            host.Diagnostics.Should().MatchRegex(@"^external server http://127\.0\.0\.1:\d+/ answered after \d+ ms$");
        }

        (await HostedApis.GetAsync(server, "/")).Should().Be("Hello, World!");
    }

    [Fact]
    public async Task A_path_is_kept_as_a_folder()
    {
        await using var server = await InMemoryHost.StartAsync<Program>(new() { UseKestrel = true }, Cancellation);

        await using var host = await ExternalHost.ConnectAsync($"{server.BaseAddress}weatherforecast", Cancellation);

        (await HostedApis.GetAsync(host, "0")).Should().Be("[]");
    }

    [Theory]
    [InlineData("localhost:8080")]
    [InlineData("10.0.0.5")]
    [InlineData("ftp://10.0.0.5")]
    [InlineData("/api")]
    [InlineData("http://10.0.0.5/#a")]
    public async Task What_is_no_address_is_quoted(string value) =>
        (await MessageOfAsync(value)).Should().Be(
            $"The environment variable HTTPPERF_BASE_ADDRESS is '{value}'; it must be an absolute address for http or https without " +
            "query or fragment, e.g. http://10.0.0.5:8080.");

    [Theory]
    [InlineData("http://perf:S3cret@10.0.0.5/")]
    [InlineData("http://10.0.0.5/?key=S3cret")]
    [InlineData("ftp://perf:S3cret@10.0.0.5/")]
    public async Task Credentials_in_an_address_are_refused_and_not_shown(string value) =>
        (await MessageOfAsync(value)).Should().Contain("10.0.0.5").And.NotContain("S3cret");

    [Fact]
    public async Task A_server_that_is_not_there_is_named()
    {
        var port = Ports.FindFree();

        (await MessageOfAsync($"http://127.0.0.1:{port}")).Should()
            .StartWith($"Nothing answers at http://127.0.0.1:{port}/, which the environment variable HTTPPERF_BASE_ADDRESS names: ")
            .And.EndWith("Start the server there, correct the address, or remove the variable to have the API started here.");
    }

    private static async Task<string> MessageOfAsync(string value)
    {
        var connect = () => ExternalHost.ConnectAsync(value, Cancellation);
        return (await connect.Should().ThrowAsync<HostException>()).Which.Message;
    }
}
