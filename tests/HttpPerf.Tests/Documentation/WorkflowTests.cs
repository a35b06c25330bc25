using System.Diagnostics;
using System.Reflection;
using System.Text.RegularExpressions;
using FluentAssertions;
using HttpPerf.Tool;
using Xunit;
using YamlDotNet.RepresentationModel;

namespace HttpPerf.Tests.Documentation;

/// <summary>Pipelines that people copy: those of the documentation, of the template, and this repository's own.</summary>
public sealed partial class WorkflowTests : IDisposable
{
    private const string Template = "src/HttpPerf.Templates/content/.github/workflows/performance.yml";

    private static readonly string Version =
        typeof(EntryPoint).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0];

    private readonly string _folder = Directory.CreateTempSubdirectory("httpperf-workflow-").FullName;

    public static TheoryData<string, string> Pipelines =>
    [
        .. Page.All.SelectMany(page => page.Blocks("yaml").Select(yaml => (page.Path, yaml))),
        (Template, Read(Template)),
        .. Directory.GetFiles(Path.Combine(TestProject.Repository, ".github", "workflows")).Select(own => (own, Read(own))),
    ];

    [Theory]
    [MemberData(nameof(Pipelines))]
    public void Names_that_others_choose_never_become_a_part_of_a_script(string file, string yaml) =>
        Scripts(yaml).Should().NotContain(script => script.Contains("${{") || script.Contains("$("), file);

    [Theory]
    [MemberData(nameof(Pipelines))]
    public void Whole_workflows_only_read_and_leave_no_token_to_the_tests(string file, string yaml)
    {
        var jobs = Nodes(yaml).Any(node => node is YamlMappingNode map && map.Children.ContainsKey("jobs"));
        if (jobs)
            Scalars(yaml, "contents").Distinct().Should().Equal(["read"], file);
        Scalars(yaml, "persist-credentials").Concat(Scalars(yaml, "persistCredentials")).Should()
            .HaveCount(Scalars(yaml, "uses").Count(uses => uses.StartsWith("actions/checkout@", StringComparison.Ordinal))
                + Scalars(yaml, "checkout").Count())
            .And.NotContain(persists => persists != "false");
    }

    [Theory]
    [MemberData(nameof(Pipelines))]
    public void What_is_downloaded_has_a_version_that_stays(string file, string yaml)
    {
        Scalars(yaml, "uses").Should().NotContain(uses => !CommitHash().IsMatch(uses), file);
        Scripts(yaml).SelectMany(script => script.Split('\n')).Where(line => line.Contains("tool install")).Should()
            .NotContain(line => !line.EndsWith($" --version {Version}") && !line.EndsWith(" --version HTTPPERF_VERSION"), file);
    }

    [Fact]
    public void The_workflow_of_the_page_is_that_of_the_template() =>
        Page.Of("docs/pull-requests.md").Blocks("yaml").First().TrimEnd().Should().Be(Created("tests/Orders.PerfTests"));

    [Theory]
    [InlineData("Orders.PerfTests")]
    [InlineData("tests/My Tests")]
    [InlineData("a $(touch injected) b; #c")]
    public async Task The_template_takes_any_name_of_a_folder(string tests)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The workflow's shell is bash.");
        // Programs that say how they were called.
        foreach (var program in new[] { "dotnet", "git" })
        {
            var file = Path.Combine(_folder, program);
            await File.WriteAllTextAsync(
                file, $"#!/bin/sh\nprintf '{program}'; printf ' [%s]' \"$@\"; echo\n", TestContext.Current.CancellationToken);
            if (!OperatingSystem.IsWindows())
                File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }

        var yaml = Created(tests);
        Scalars(yaml, "TESTS").Should().Equal(tests);

        var called = new List<string>();
        foreach (var script in Scripts(yaml))
            called.AddRange(await Bash(script, tests));

        called.Should().Equal(
            $"dotnet [tool] [install] [--global] [HttpPerf.Tool] [--version] [{Version}]",
            $"dotnet [httpperf] [against] [origin/main] [--] [{tests}]",
            $"dotnet [test] [{tests}]",
            "dotnet [httpperf] [report] [--ci]");
        File.Exists(Path.Combine(_folder, "injected")).Should().BeFalse();
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private async Task<string[]> Bash(string script, string tests)
    {
        using var bash = Process.Start(new ProcessStartInfo("bash", ["-euo", "pipefail", "-c", script])
        {
            WorkingDirectory = _folder,
            RedirectStandardOutput = true,
            Environment =
            {
                ["PATH"] = $"{_folder}:{Environment.GetEnvironmentVariable("PATH")}",
                ["TESTS"] = tests,
                ["TARGET"] = "origin/main",
            },
        })!;
        var output = await bash.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await bash.WaitForExitAsync(TestContext.Current.CancellationToken);
        bash.ExitCode.Should().Be(0, script);
        return output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    /// <summary>The template's workflow as <c>dotnet new httpperf</c> writes it.</summary>
    private static string Created(string folder) =>
        Read(Template).Replace("PROJECT_FOLDER", folder).Replace("HTTPPERF_VERSION", Version).TrimEnd();

    private static string Read(string file) => File.ReadAllText(Path.Combine(TestProject.Repository, file));

    /// <summary>The lines that a shell gets: GitHub's, Azure's, and GitLab's lists of them.</summary>
    private static IEnumerable<string> Scripts(string yaml) =>
        Scalars(yaml, "run").Concat(Scalars(yaml, "script")).Concat(Scalars(yaml, "bash"));

    private static IEnumerable<string> Scalars(string yaml, string key) =>
        from map in Nodes(yaml).OfType<YamlMappingNode>()
        from member in map.Children
        where member.Key is YamlScalarNode name && name.Value == key
        from scalar in member.Value is YamlSequenceNode list ? list.Children : [member.Value]
        where scalar is YamlScalarNode
        select ((YamlScalarNode)scalar).Value ?? "";

    private static IReadOnlyList<YamlNode> Nodes(string yaml)
    {
        var stream = new YamlStream();
        stream.Load(new StringReader(yaml));
        return [.. stream.Documents.SelectMany(document => document.AllNodes)];
    }

    [GeneratedRegex("^[^@]+@[0-9a-f]{40}$")]
    private static partial Regex CommitHash();
}
