using FluentAssertions;
using HttpPerf.Hosting.Child;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

/// <summary>The work tree of an earlier commit, in a real repository.</summary>
public sealed class EarlierTreeTests
{
    private const string AllowedProtocols = "GIT_ALLOW_PROTOCOL";

    [Fact]
    public async Task A_commit_is_built_without_todays_files_in_the_folders_above_and_with_those_above_the_repository()
    {
        using var repository = await ToolRepository.Create();
        repository.Write("Directory.Build.props", "<Project><PropertyGroup><OfToday>1</OfToday></PropertyGroup></Project>");
        repository.Write("Directory.Build.targets", "<Project><PropertyGroup><OfToday>2</OfToday></PropertyGroup></Project>");
        repository.Write("Directory.Packages.props", "<Project><PropertyGroup><OfToday>3</OfToday></PropertyGroup></Project>");
        repository.Write("Directory.Build.rsp", "-p:OfToday=4");
        repository.Write("../Directory.Build.props", "<Project><PropertyGroup><Above>yes</Above></PropertyGroup></Project>");

        var tree = await repository.CreateTree();

        var properties = await ChildProcess.CaptureDotnet(
            ["msbuild", "Code.csproj", "-getProperty:OfToday", "-getProperty:Above", "-nodeReuse:false"],
            tree.Folder,
            TestContext.Current.CancellationToken);
        properties.Output.Should().Contain("\"OfToday\": \"\"").And.Contain("\"Above\": \"yes\"");
        File.ReadAllText(Path.Combine(tree.Folder, "..", ".editorconfig")).Should().Be("root = true\n");
        (await repository.Git("status", "--porcelain", "--", "artifacts")).Should().BeEmpty();
    }

    /// <summary>
    /// The compiler finds the file in the work tree and today's above it. What both set is not set, so what they switch off is on.
    /// The folder has what MSBuild and the compiler read as separators.
    /// </summary>
    [Fact]
    public async Task A_commit_whose_globalconfig_switches_warnings_off_builds_where_warnings_are_errors_and_in_any_folder()
    {
        using var repository = await ToolRepository.Create("a,b;c=d");
        repository.Write(".globalconfig", "is_global = true\ndotnet_diagnostic.CS0169.severity = none\n");
        repository.Write("Code.cs", "public class Code { private int _unused; }\n");
        repository.Write(
            "Directory.Build.props",
            "<Project><PropertyGroup><TreatWarningsAsErrors>true</TreatWarningsAsErrors></PropertyGroup></Project>");
        await repository.Commit("Adds code");
        var tree = await repository.CreateTree();

        await tree.Build(TestArguments.Parse([repository.Root], repository.Root), CancellationToken.None);

        var code = Path.Combine(tree.Folder, "bin", "Debug", "net10.0", "Code.dll");
        var symbols = await File.ReadAllTextAsync(Path.ChangeExtension(code, ".pdb"), TestContext.Current.CancellationToken);
        symbols.Should().NotContain(Path.GetFileName(tree.Folder), "equal code has equal paths in both builds");
    }

    /// <summary>A content root of [CallerFilePath] in the API. The code of the other project doesn't depend on where it lies.</summary>
    [Fact]
    public async Task Code_that_has_its_own_path_keeps_it_and_finds_the_commits_files()
    {
        using var repository = await ToolRepository.Create("a,b;c=d");
        repository.Write(".gitignore", "bin\nobj\nartifacts\n");
        repository.Write("api/Api.csproj", """
            <Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>
              <TargetFramework>net10.0</TargetFramework><OutputType>Exe</OutputType><AssemblyName>My.Api</AssemblyName>
              <ImplicitUsings>enable</ImplicitUsings>
            </PropertyGroup></Project>
            """);
        repository.Write("api/Program.cs", """
            using System.Runtime.CompilerServices;

            Console.WriteLine(File.ReadAllText(Path.Combine(Path.GetDirectoryName(Here())!, "appsettings.json")));

            static string Here([CallerFilePath] string path = "") => path;
            """);
        repository.Write("api/appsettings.json", "earlier");
        repository.Write("tests/Tests.csproj", """
            <Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
            <ItemGroup><ProjectReference Include="../api/Api.csproj" /></ItemGroup></Project>
            """);
        repository.Write("tests/Tests.cs", "public class Tests;\n");
        await repository.Commit("Adds an API");
        repository.Write("api/appsettings.json", "today");
        var tree = await repository.CreateTree();

        await tree.Build(TestArguments.Parse([Path.Combine(repository.Root, "tests")], repository.Root), CancellationToken.None);

        var output = Path.Combine(tree.Folder, "tests", "bin", "Debug", "net10.0");
        (await repository.Run(DotnetHost.Find(), output, "exec", "My.Api.dll")).Should().Be("earlier");
        (await File.ReadAllTextAsync(Path.Combine(output, "Tests.pdb"), TestContext.Current.CancellationToken))
            .Should().NotContain(Path.GetFileName(tree.Folder), "equal code has equal paths in both builds");
    }

    [Fact]
    public async Task Tests_that_a_commit_does_not_have_are_built_there_too()
    {
        using var repository = await ToolRepository.Create();
        const string Api = """
            <Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>
            """;
        repository.Write(".gitignore", "bin\nobj\nartifacts\n");
        repository.Write("api/Api.csproj", Api);
        repository.Write("api/Code.cs", "public class Code { public static int OfThen => 1; }\n");
        await repository.Commit("Adds code");
        repository.Write("api/Code.cs", "public class Code { public static int OfToday => 2; }\n");
        repository.Write("tests/obj/ignored.cs", "no C#");
        repository.Write("tests/Tests.csproj", Api.Replace(
            "</Project>",
            "<ItemGroup><ProjectReference Include=\"../api/Api.csproj\" /></ItemGroup></Project>",
            StringComparison.Ordinal));
        repository.Write("tests/Tests.cs", "public class Tests { public int Value => Code.OfThen; }\n");
        var tree = await repository.CreateTree();

        await tree.Build(TestArguments.Parse([Path.Combine(repository.Root, "tests")], repository.Root), CancellationToken.None);

        tree.Added.Should().Equal(Path.Combine("tests", "Tests.csproj"));
        File.Exists(Path.Combine(tree.Folder, "tests", "bin", "Debug", "net10.0", "Tests.dll")).Should().BeTrue();
        File.Exists(Path.Combine(tree.Folder, "tests", "obj", "ignored.cs")).Should().BeFalse();
    }

    [Fact]
    public void Paths_are_escaped_as_the_compiler_and_MSBuild_read_them() =>
        PathMap.Of("/a,b;c=d/my%20code", "/e").Should().Be("/a%2C%2Cb%3Bc==d/my%2520code=/e");

    [Fact]
    public async Task Submodules_are_checked_out_where_todays_work_tree_has_them()
    {
        using var library = await ToolRepository.Create();
        using var repository = await ToolRepository.Create();
        // Otherwise git takes no submodule from a folder.
        Environment.SetEnvironmentVariable(AllowedProtocols, "file");
        try
        {
            await repository.Git("submodule", "--quiet", "add", library.Root, "library");
            await repository.Commit("Adds a library");

            var tree = await repository.CreateTree();

            File.Exists(Path.Combine(tree.Folder, "library", "Code.csproj")).Should().BeTrue();
        }
        finally
        {
            Environment.SetEnvironmentVariable(AllowedProtocols, null);
        }
    }

    [Fact]
    public async Task The_advice_for_a_branch_of_the_remote_can_be_followed()
    {
        using var origin = await ToolRepository.Create();
        await origin.Git("branch", "feature");
        var clone = $"{origin.Root}-clone";
        await origin.Git("clone", "--quiet", origin.Root, clone);
        var repository = await Repository.Open(clone, CancellationToken.None);

        (await MessageOf("feature")).Should().EndWith("Its remote has the branch; compare with origin/feature.");
        (await MessageOf("other")).Should().EndWith("fetch it (git fetch origin other) and compare with FETCH_HEAD.");
        (await MessageOf("origin/other")).Should().EndWith("fetch it (git fetch origin other) and compare with FETCH_HEAD.");
        (await repository.Find("origin/feature", CancellationToken.None)).Hash.Should().HaveLength(40);

        async Task<string> MessageOf(string name) =>
            (await repository.Invoking(r => r.Find(name, CancellationToken.None)).Should().ThrowAsync<ToolException>()).Which.Message;
    }

    [Fact]
    public async Task A_kept_tree_is_used_again_while_nobody_has_changed_it()
    {
        using var repository = await ToolRepository.Create();
        var tree = await repository.CreateTree();
        var mark = Path.Combine(tree.Folder, "mark");
        var file = Path.Combine(tree.Folder, "a");

        await AddMark();
        await repository.CreateTree();
        File.Exists(mark).Should().BeTrue("nothing has changed");

        await File.WriteAllTextAsync(file, "2", TestContext.Current.CancellationToken);
        await repository.CreateTree();
        File.Exists(mark).Should().BeFalse("a file has changed");
        File.ReadAllText(file).Should().Be("1");

        await AddMark();
        repository.Write("a", "3");
        var other = await repository.Commit("Changes");
        await repository.Run("git", tree.Folder, "checkout", "--quiet", other);
        await repository.CreateTree("HEAD~1");
        File.Exists(mark).Should().BeFalse("another commit is checked out");
        File.ReadAllText(file).Should().Be("1");

        await AddMark();
        File.Delete(Path.Combine(tree.Folder, ".git"));
        await repository.CreateTree("HEAD~1");
        File.Exists(mark).Should().BeFalse("it is no work tree any more");

        Task AddMark() => File.WriteAllTextAsync(mark, "", TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task A_kept_build_is_of_the_same_sdk()
    {
        using var repository = await ToolRepository.Create();

        await Against("echo 10.0.100");
        await Against("echo 10.0.100");
        await Against("echo 10.0.200");

        repository.Calls.Split("build ").Length.Should().Be(3, "it has been built twice");

        Task<CapturedRun> Against(string dotnet)
        {
            var command = repository.ToolCommand("against", "HEAD", "--", "Code.csproj");
            command.Environment["INSTEAD_OF_DOTNET"] = dotnet;
            return ChildProcess.Capture(command, TestContext.Current.CancellationToken);
        }
    }

    [Fact]
    public async Task Trees_that_were_not_used_for_long_are_removed()
    {
        using var repository = await ToolRepository.Create();
        for (var i = 0; i < KeptTrees.Most + 2; i++)
            await repository.CreateTree("HEAD", $"Number={i}");
        var kept = Directory.GetDirectories(repository.Trees);
        kept.Should().HaveCount(KeptTrees.Most);
        (await repository.Git("worktree", "list")).Split('\n').Should().HaveCount(1 + KeptTrees.Most);

        Directory.Delete(kept[0], recursive: true);
        await repository.CreateTree("HEAD", $"Number={KeptTrees.Most + 1}");

        (await repository.Git("worktree", "list", "--porcelain")).Should().NotContain("prunable");
    }

    [Fact]
    public async Task A_tree_that_the_repository_brings_is_refused()
    {
        using var repository = await ToolRepository.Create();
        Directory.CreateDirectory(repository.Trees);
        repository.Write("artifacts/.against/0123456789ab.built", "");
        await repository.Commit("Adds a build");

        await repository.Invoking(r => r.CreateTree()).Should().ThrowAsync<ToolException>()
            .WithMessage("* the repository has files there, *git rm -r --cached artifacts/.against");
    }

    [Fact]
    public async Task A_comparison_waits_for_another_of_the_same_work_tree()
    {
        using var repository = await ToolRepository.Create();
        var opened = await Repository.Open(repository.Root, CancellationToken.None);
        var first = await KeptTrees.Open(opened, () => { }, CancellationToken.None);
        var waited = 0;

        var second = KeptTrees.Open(opened, () => waited++, CancellationToken.None);
        await Eventually.HoldsAsync(() => waited > 0);
        second.IsCompleted.Should().BeFalse();
        first.Dispose();
        (await second).Dispose();

        waited.Should().Be(1);
    }

    [Fact]
    public async Task Git_asks_for_nothing_and_may_use_long_paths()
    {
        using var repository = await ToolRepository.Create();
        repository.WriteProgram("git", """echo "$GIT_TERMINAL_PROMPT $*" > "$CALLS.git"; exit 1""");

        await repository.RunTool("against", "HEAD", "--", "Code.csproj");

        (await File.ReadAllTextAsync($"{repository.Root}/../calls.git", TestContext.Current.CancellationToken))
            .Should().StartWith("0 -c core.hooksPath=/dev/null -c core.fsmonitor=false -c core.longpaths=true rev-parse");
    }

    /// <summary>As the shells and editors of a country that isn't named by ASCII have it.</summary>
    [Fact]
    public async Task A_path_that_is_not_ASCII_is_read_as_git_writes_it()
    {
        using var repository = await ToolRepository.Create("José €");

        (await Repository.Open(repository.Root, CancellationToken.None)).Root.Should().Be(repository.Root);
        HttpPerf.Results.Programs.Git.CommandIn(repository.Root, [])!.StandardOutputEncoding!.WebName.Should().Be("utf-8");
    }

    [Fact]
    public async Task A_program_in_the_current_folder_is_not_started()
    {
        using var repository = await ToolRepository.Create();
        ToolRepository.WriteScript(Path.Combine(repository.Root, "git"), "touch \"$CALLS.wrong\"; exit 1");
        ToolRepository.WriteScript(Path.Combine(repository.Root, "dotnet"), "touch \"$CALLS.wrong\"; exit 1");

        var run = await repository.RunTool("against", "HEAD", "--", "Code.csproj");

        repository.Calls.Should().Contain("test ", run.Error);
        File.Exists($"{repository.Root}/../calls.wrong").Should().BeFalse();
    }
}
