using FluentAssertions;
using HttpPerf.Hosting;
using HttpPerf.Server;
using HttpPerf.Tests.Counting;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace HttpPerf.Tests.Hosting;

/// <summary>HttpPerf.Server is loaded into any API, where only the shared frameworks are sure to be found.</summary>
[Collection(nameof(Alone))]
public sealed class ServerAssemblyTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("httpperf-tests-").FullName;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void It_references_the_shared_frameworks_only()
    {
        string[] frameworks =
            [Path.GetDirectoryName(typeof(object).Assembly.Location)!, Path.GetDirectoryName(typeof(HttpContext).Assembly.Location)!];

        typeof(StartupHookVariable).Assembly.GetReferencedAssemblies().Select(assembly => assembly.Name + ".dll")
            .Should().NotBeEmpty().And.OnlyContain(name => frameworks.Any(folder => File.Exists(Path.Combine(folder, name))));
    }

    [Fact]
    public async Task An_API_that_has_nothing_but_itself_and_no_reflection_in_its_JSON_is_counted()
    {
        await using var host = await ChildProcessHost.StartAsync(
            CopyApi("System.Text.Json.JsonSerializer.IsReflectionEnabledByDefault"), cancellationToken: Cancellation);

        using var client = host.CreateClient();

        var counted = await Counted.WhileAsync(HostCounters.For([host]), () => client.GetAsync("", Cancellation));

        counted.Total("server.connections.accepted").Should().Be(1);
    }

    [Fact]
    public async Task An_API_that_switches_startup_hooks_off_is_started_with_a_copy_of_its_configuration()
    {
        var api = CopyApi("System.StartupHookProvider.IsSupported");
        var configuration = await File.ReadAllTextAsync(Path.ChangeExtension(api, ".runtimeconfig.json"), Cancellation);

        await using var host = await ChildProcessHost.StartAsync(api, cancellationToken: Cancellation);

        (await HostedApis.GetAsync(host, "about")).Should().Be($"Production in {_folder}", "it has no project here");
        (await File.ReadAllTextAsync(Path.ChangeExtension(api, ".runtimeconfig.json"), Cancellation)).Should().Be(configuration);
    }

    [Fact]
    public async Task An_API_with_a_runtime_of_its_own_is_refused_with_the_property_to_set()
    {
        var api = CopyApi("System.GC.Concurrent");
        var path = Path.ChangeExtension(api, ".runtimeconfig.json");
        var configuration = await File.ReadAllTextAsync(path, Cancellation);
        await File.WriteAllTextAsync(
            path, configuration.Replace("\"frameworks\"", "\"includedFrameworks\"", StringComparison.Ordinal), Cancellation);

        var start = () => ChildProcessHost.StartAsync(api, cancellationToken: Cancellation);

        (await start.Should().ThrowAsync<HostException>()).WithMessage(
            $"BrokenApi is self-contained: {path} has \"includedFrameworks\". 'dotnet' runs only builds that use the installed .NET, " +
            "so build it for the tests with <SelfContained>false</SelfContained>.");
    }

    // In a folder without HttpPerf, with a property of the runtime's that is off.
    private string CopyApi(string property)
    {
        var copy = Path.Combine(_folder, "BrokenApi.dll");
        File.Copy(HostedApis.Broken, copy);
        var configuration = File.ReadAllText(Path.ChangeExtension(HostedApis.Broken, ".runtimeconfig.json"));
        const string Properties = "\"configProperties\": {";
        configuration.Should().Contain(Properties);
        File.WriteAllText(
            Path.ChangeExtension(copy, ".runtimeconfig.json"),
            configuration.Replace(Properties, $"{Properties} \"{property}\": false,"));
        return copy;
    }
}
