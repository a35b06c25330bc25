using FluentAssertions;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

/// <summary>The work tree of an earlier commit, in a real repository.</summary>
public sealed class EarlierTreeTests : IDisposable
{
    private const string AllowedProtocols = "GIT_ALLOW_PROTOCOL";

    private readonly string _outside = Directory.CreateTempSubdirectory("httpperf-").FullName;

    private string Root => Path.Combine(_outside, "repository");

    [Fact]
    public async Task A_commit_is_built_without_todays_files_in_the_folders_above_and_with_those_above_the_repository()
    {
        await CreateRepository(Root);
        Write("Directory.Build.props", "<Project><PropertyGroup><OfToday>1</OfToday></PropertyGroup></Project>");
        Write("Directory.Build.targets", "<Project><PropertyGroup><OfToday>2</OfToday></PropertyGroup></Project>");
        Write("Directory.Packages.props", "<Project><PropertyGroup><OfToday>3</OfToday></PropertyGroup></Project>");
        Write("Directory.Build.rsp", "-p:OfToday=4");
        Write("../Directory.Build.props", "<Project><PropertyGroup><Above>yes</Above></PropertyGroup></Project>");

        var tree = await Create();

        var properties = await Run(
            "dotnet", tree.Folder, "msbuild", "Code.csproj", "-getProperty:OfToday", "-getProperty:Above", "-nodeReuse:false");
        properties.Should().Contain("\"OfToday\": \"\"").And.Contain("\"Above\": \"yes\"");
        File.ReadAllText(Path.Combine(tree.Folder, "..", ".editorconfig")).Should().Be("root = true\n");
        (await Run("git", Root, "status", "--porcelain", "--", "artifacts")).Should().BeEmpty();
    }

    /// <summary>
    /// The compiler finds the file in the work tree and today's above it. What both set is not set, so what they switch off is on.
    /// </summary>
    [Fact]
    public async Task A_commit_whose_globalconfig_switches_warnings_off_builds_where_warnings_are_errors()
    {
        Directory.CreateDirectory(Root);
        Write(".globalconfig", "is_global = true\ndotnet_diagnostic.CS0169.severity = none\n");
        Write("Code.cs", "public class Code { private int _unused; }\n");
        Write(
            "Directory.Build.props",
            "<Project><PropertyGroup><TreatWarningsAsErrors>true</TreatWarningsAsErrors></PropertyGroup></Project>");
        await CreateRepository(Root);
        var tree = await Create();

        await tree.Build(TestArguments.Parse([Root], Root), CancellationToken.None);

        File.Exists(Path.Combine(tree.Folder, "bin", "Debug", "net10.0", "Code.dll")).Should().BeTrue();
    }

    [Fact]
    public async Task Submodules_are_checked_out_where_todays_work_tree_has_them()
    {
        // Otherwise git takes no submodule from a folder.
        Environment.SetEnvironmentVariable(AllowedProtocols, "file");
        await CreateRepository(Path.Combine(_outside, "library"));
        await CreateRepository(Root);
        await Run("git", Root, "submodule", "--quiet", "add", Path.Combine(_outside, "library"), "library");
        await Commit(Root);

        var tree = await Create();

        File.Exists(Path.Combine(tree.Folder, "library", "Code.csproj")).Should().BeTrue();
    }

    [Fact]
    public async Task The_advice_for_a_branch_of_the_remote_can_be_followed()
    {
        var origin = Path.Combine(_outside, "origin");
        await CreateRepository(origin);
        await Run("git", origin, "branch", "feature");
        await Run("git", _outside, "clone", "--quiet", origin, Root);
        var repository = await Repository.Open(Root, CancellationToken.None);

        (await MessageOf("feature")).Should().EndWith("Its remote has the branch; compare with origin/feature.");
        (await MessageOf("other")).Should().EndWith("fetch it (git fetch origin other) and compare with FETCH_HEAD.");
        (await MessageOf("origin/other")).Should().EndWith("fetch it (git fetch origin other) and compare with FETCH_HEAD.");
        (await repository.Find("origin/feature", CancellationToken.None)).Hash.Should().HaveLength(40);

        async Task<string> MessageOf(string name) =>
            (await repository.Invoking(r => r.Find(name, CancellationToken.None)).Should().ThrowAsync<ToolException>()).Which.Message;
    }

    public void Dispose()
    {
        Environment.SetEnvironmentVariable(AllowedProtocols, null);
        Directory.Delete(_outside, recursive: true);
    }

    private async Task<EarlierTree> Create()
    {
        var repository = await Repository.Open(Root, CancellationToken.None);
        return await EarlierTree.Create(
            repository, await repository.Find("HEAD", CancellationToken.None), [], CancellationToken.None);
    }

    private void Write(string name, string text) => File.WriteAllText(Path.Combine(Root, name), text);

    private static async Task CreateRepository(string folder)
    {
        Directory.CreateDirectory(folder);
        await Run("git", folder, "init", "--quiet", "--initial-branch=main");
        File.WriteAllText(Path.Combine(folder, "Code.csproj"), """
            <Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>
            """);
        await Commit(folder);
    }

    private static async Task Commit(string folder)
    {
        await Run("git", folder, "add", "--all");
        await Run("git", folder, "-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "--quiet", "-m", "Adds");
    }

    private static async Task<string> Run(string program, string folder, params string[] arguments)
    {
        var run = await ChildProcess.Capture(program, arguments, folder, CancellationToken.None);
        run.ExitCode.Should().Be(0, $"{program} {string.Join(' ', arguments)}: {run.Error}{run.Output}");
        return run.Output;
    }
}
