using System.Diagnostics;
using System.Text.Json;
using FluentAssertions;
using HttpPerf.Hosting;
using HttpPerf.Server;
using HttpPerf.Tests.Counting;
using Xunit;

namespace HttpPerf.Tests.Hosting;

[Collection(nameof(Alone))]
public sealed class ChildEnvironmentTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_API_that_logs_nothing_is_found_and_runs_as_in_production_from_its_projects_folder()
    {
        await using var host = await HostedApis.StartBrokenAsync();

        (await HostedApis.GetAsync(host, "about")).Should().Be(
            $"Production in {Path.Combine(TestProject.Repository, "tests", "BrokenApi")}");
    }

    [Fact]
    public async Task An_API_that_redirects_to_HTTPS_answers_over_HTTP()
    {
        await using var host = await HostedApis.StartBrokenAsync("redirect");
        using var client = host.CreateClient();

        using var response = await client.GetAsync("body", Cancellation);

        response.RequestMessage!.RequestUri.Should().Be(new Uri(host.BaseAddress, "body"));
    }

    [Theory]
    [InlineData("Path")]
    [InlineData("KeyPath")]
    [InlineData("Subject")]
    public async Task An_API_whose_settings_name_a_certificate_that_is_not_here_answers_over_HTTPS(string setting)
    {
        await using var host = await HostedApis.StartBrokenAsync("certificate", setting);
        using var client = host.CreateClient();

        (await client.GetStringAsync(new Uri(host.SecureAddress!, "body"), Cancellation)).Should().Be("a body");
    }

    [Fact]
    public async Task An_API_that_listens_on_several_ports_is_reached_at_all_of_them()
    {
        var ports = new Dictionary<string, string>
        {
            ["Kestrel:Endpoints:Admin:Url"] = "http://127.0.0.1:0",
            ["Kestrel:Endpoints:Http:Url"] = "http://127.0.0.1:0",
        };
        await using var host = await ChildProcessHost.StartAsync(HostedApis.Broken, new() { Settings = ports }, Cancellation);
        using var client = new HttpClient(host.CreateHandler());

        host.Addresses.Should().HaveCount(2).And.OnlyHaveUniqueItems().And.StartWith(host.BaseAddress);
        foreach (var address in host.Addresses)
        {
            (await client.GetStringAsync(new Uri(address, "body"), Cancellation)).Should().Be("a body");
            var uses = ApiHost.Uses;
            ApiHost.NoteRequest(address.Host, address.Port);
            ApiHost.UsedSince(uses).Should().Contain(host);
        }
    }

    [Fact]
    public async Task Two_APIs_whose_code_names_the_same_address_run_at_the_same_time()
    {
        var own = $"http://localhost:{Ports.FindFree()}";
        await using var one = await HostedApis.StartBrokenAsync("address", own);
        await using var other = await HostedApis.StartBrokenAsync("address", own);

        one.BaseAddress.Should().NotBe(other.BaseAddress);
        (await HostedApis.GetAsync(one, "body")).Should().Be("a body");
        (await HostedApis.GetAsync(other, "body")).Should().Be("a body");
        one.SecureAddress.Should().NotBeNull();
    }

    [Fact]
    public async Task Addresses_that_the_user_passes_hold()
    {
        var passed = $"http://127.0.0.1:{Ports.FindFree()}";
        await using var host = await ChildProcessHost.StartAsync(
            HostedApis.Broken,
            new() { EnvironmentVariables = new Dictionary<string, string?> { ["ASPNETCORE_URLS"] = passed } },
            Cancellation);

        host.Addresses.Should().Equal(new Uri(passed));
    }

    [Fact]
    public async Task Other_settings_that_end_with_urls_choose_no_address()
    {
        await using var host = await ChildProcessHost.StartAsync(
            HostedApis.Broken,
            new() { Settings = new Dictionary<string, string> { ["Cors:AllowedUrls"] = "http://localhost:3000" } },
            Cancellation);

        host.Addresses.Should().Contain(address => address.Scheme == "https").And.NotContain(address => address.Port == 5000);
    }

    [Fact]
    public async Task Options_reach_the_API()
    {
        await using var host = await ChildProcessHost.StartAsync(
            HostedApis.Broken,
            new()
            {
                EnvironmentName = "Staging",
                Arguments = ["--text", "two words"],
                EnvironmentVariables = new Dictionary<string, string?> { ["GREETING"] = "hello", ["PATH"] = null },
            },
            Cancellation);

        (await HostedApis.GetAsync(host, "about")).Should().StartWith("Staging in ");
        JsonSerializer.Deserialize<string[]>(await HostedApis.GetAsync(host, "arguments")).Should().Equal("--text", "two words");
        (await HostedApis.GetAsync(host, "environment/GREETING")).Should().Be("hello");
        (await HostedApis.GetAsync(host, "environment/PATH")).Should().Be("unset");
    }

    /// <summary>The API's appsettings.json has the address too, and the variable of this process is written in another way.</summary>
    [Fact]
    public async Task Settings_override_files_and_inherited_variables()
    {
        const string Inherited = "RATES__BaseAddress";
        Environment.SetEnvironmentVariable(Inherited, "http://inherited.test");
        try
        {
            await using var without = await HostedApis.StartBrokenAsync();
            await using var host = await ChildProcessHost.StartAsync(
                HostedApis.Broken,
                new() { Settings = new Dictionary<string, string> { ["Rates:BaseAddress"] = "http://rates.test", ["Empty"] = "" } },
                Cancellation);

            (await HostedApis.GetAsync(without, "setting/Rates:Timeout")).Should().Be("00:00:05");
            (await HostedApis.GetAsync(without, "setting/Rates:BaseAddress")).Should().Be("http://inherited.test");
            (await HostedApis.GetAsync(host, "setting/Rates:BaseAddress")).Should().Be("http://rates.test");
            (await HostedApis.GetAsync(host, $"environment/{Inherited}")).Should().Be("unset");
            (await HostedApis.GetAsync(host, "setting/Empty")).Should().BeEmpty();
        }
        finally
        {
            Environment.SetEnvironmentVariable(Inherited, null);
        }
    }

    [Theory]
    [InlineData(
        "",
        "ChildProcessOptions.Settings has the key ''; it must have at least one character and no '='. "
        + "Its parts are separated by ':', e.g. ConnectionStrings:Orders.")]
    [InlineData("a=b", "ChildProcessOptions.Settings has the key 'a=b'; *")]
    [InlineData(
        "Rates:Url",
        "ChildProcessOptions gives the setting Rates:Url two values, by 'Rates:Url' in Settings and 'rates__url' in EnvironmentVariables. "
        + "Leave one of them out.")]
    public async Task A_setting_that_can_not_be_passed_is_refused(string key, string message)
    {
        var options = new ChildProcessOptions
        {
            Settings = new Dictionary<string, string> { [key] = "1" },
            EnvironmentVariables = new Dictionary<string, string?> { ["rates__url"] = "2", ["PATH"] = null },
        };

        (await FluentActions.Awaiting(() => ChildProcessHost.StartAsync(HostedApis.Broken, options, Cancellation))
            .Should().ThrowAsync<HostException>()).WithMessage(message);
    }

    [Fact]
    public async Task What_the_API_starts_inherits_what_it_would_without_HttpPerf_and_what_its_options_say()
    {
        await using var host = await ChildProcessHost.StartAsync(
            HostedApis.Broken,
            new()
            {
                Settings = new Dictionary<string, string> { ["Rates:Timeout"] = "00:00:07" },
                EnvironmentVariables = new Dictionary<string, string?> { ["GREETING"] = "hello" },
            },
            Cancellation);
        using var env = Process.Start(new ProcessStartInfo("env") { RedirectStandardOutput = true })!;
        var without = (await env.StandardOutput.ReadToEndAsync(Cancellation)).Split('\n');

        (await HostedApis.GetAsync(host, "inherited")).Split('\n').Where(line => !line.Contains("ENVIRONMENT=Production"))
            .Should().BeEquivalentTo([.. without, "Rates__Timeout=00:00:07", "GREETING=hello"]);
    }

    [Fact]
    public async Task A_host_that_the_agent_can_not_watch_does_not_keep_the_API_from_starting()
    {
        await using var host = await HostedApis.StartBrokenAsync("other-host");

        (await HostedApis.GetAsync(host, "body")).Should().Be("a body");
    }

    [Fact]
    public async Task The_hook_leaves_neither_its_variable_nor_its_dependencies_in_the_API()
    {
        await using var host = await HostedApis.StartBrokenAsync();

        (await HostedApis.GetAsync(host, "environment/DOTNET_STARTUP_HOOKS")).Should().Be("unset");
        JsonSerializer.Deserialize<string[]>(await HostedApis.GetAsync(host, "assemblies")).Should().Contain("HttpPerf.Server")
            .And.NotContain("HttpPerf")
            .And.NotContain(name => name.StartsWith("Benchmark") || name.StartsWith("xunit") || name.Contains("Testing"));
    }

    [Fact]
    public async Task Other_startup_hooks_still_run()
    {
        await using var host = await ChildProcessHost.StartAsync(
            HostedApis.Broken,
            new() { EnvironmentVariables = new Dictionary<string, string?> { [StartupHookVariable.Name] = HostedApis.Broken } },
            Cancellation);

        (await HostedApis.GetAsync(host, "environment/OTHER_HOOK_RAN")).Should().Be("yes");
        (await HostedApis.GetAsync(host, "environment/DOTNET_STARTUP_HOOKS")).Should().Be(HostedApis.Broken);
    }

    [Fact]
    public async Task The_certificate_is_nowhere_to_be_read_once_the_server_listens()
    {
        await using var host = await HostedApis.StartBrokenAsync();

        foreach (var (setting, extension) in new[] { ("Path", ".pem"), ("KeyPath", ".key") })
        {
            var path = await HostedApis.GetAsync(host, $"setting/Kestrel:Certificates:Default:{setting}");
            path.Should().EndWith(extension);
            File.Exists(path).Should().BeFalse();
        }
    }

    [Fact]
    public async Task The_last_200_lines_of_output_are_kept()
    {
        await using var host = await HostedApis.StartBrokenAsync();

        await HostedApis.GetAsync(host, "print/300");

        await Eventually.HoldsAsync(() => host.Output.EndsWith("line 300", StringComparison.Ordinal));
        host.Output.Split('\n').Should().HaveCount(200).And.StartWith("line 101");
    }
}
