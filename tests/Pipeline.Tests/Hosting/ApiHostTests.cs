using FluentAssertions;
using HttpPerf.Hosting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

// Changes this process's environment, which every other test would see.
[CollectionDefinition(nameof(ApiHostTests), DisableParallelization = true)]
[Collection(nameof(ApiHostTests))]
public sealed class ApiHostTests : IDisposable
{
    private readonly string? _before = Environment.GetEnvironmentVariable(ExternalHost.AddressVariable);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => Environment.SetEnvironmentVariable(ExternalHost.AddressVariable, _before);

    [Fact]
    public async Task An_API_is_started_in_a_child_process_by_default()
    {
        Environment.SetEnvironmentVariable(ExternalHost.AddressVariable, null);

        await using var host = await ApiHost.StartAsync<Program>(cancellationToken: Cancellation);

        host.Should().BeOfType<ChildProcessHost>();
    }

    [Fact]
    public async Task An_external_server_is_used_where_the_environment_names_one()
    {
        await using var server = await InMemoryHost.StartAsync<Program>(new() { UseKestrel = true }, Cancellation);
        Environment.SetEnvironmentVariable(ExternalHost.AddressVariable, server.BaseAddress.ToString());

        await using var host = await ApiHost.StartAsync<Program>(cancellationToken: Cancellation);

        host.Should().BeOfType<ExternalHost>().Which.BaseAddress.Should().Be(server.BaseAddress);
    }

    [Fact]
    public async Task Connecting_without_the_variable_says_how_to_set_it()
    {
        Environment.SetEnvironmentVariable(ExternalHost.AddressVariable, null);
        var connect = () => ExternalHost.ConnectAsync(Cancellation);

        (await connect.Should().ThrowAsync<HostException>()).WithMessage(
            "The environment variable HTTPPERF_BASE_ADDRESS is not set. Set it to the API's base address, e.g. http://10.0.0.5:8080.");
    }
}
