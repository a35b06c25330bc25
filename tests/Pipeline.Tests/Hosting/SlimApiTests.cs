extern alias Slim;

using FluentAssertions;
using HttpPerf.Hosting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

/// <summary>An API for ahead-of-time compilation: its runtime ignores startup hooks, and its builder leaves out HTTPS.</summary>
public sealed class SlimApiTests
{
    private const string Todos = """[{"id":1,"title":"Walk the dog"}]""";

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task It_is_hosted_in_a_child_process_without_HTTPS_at_every_start()
    {
        for (var start = 0; start < 2; start++)
        {
            await using var host = await ChildProcessHost.StartAsync<Slim::Program>(cancellationToken: Cancellation);

            (await HostedApis.GetAsync(host, "todos")).Should().Be(Todos);
            host.SecureAddress.Should().BeNull();
            host.Invoking(api => api.CreateClient(secure: true)).Should().Throw<HostException>().WithMessage(
                "* has no HTTPS address. Leave out 'secure', or let the API offer HTTPS: "
                + "one that CreateSlimBuilder has built needs UseKestrelHttpsConfiguration().");
        }

        Directory.GetFiles(TemporaryFolder.FullPath, "*.runtimeconfig.json").Should().BeEmpty();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task It_is_hosted_in_this_process(bool usesKestrel)
    {
        await using var host = await InMemoryHost.StartAsync<Slim::Program>(new() { UseKestrel = usesKestrel }, Cancellation);

        (await HostedApis.GetAsync(host, "todos")).Should().Be(Todos);
    }
}
