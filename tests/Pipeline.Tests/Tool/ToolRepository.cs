using System.Diagnostics;
using FluentAssertions;
using HttpPerf.Hosting.Child;
using HttpPerf.Tool;

namespace HttpPerf.Tests.Tool;

/// <summary>
/// A repository with one project, and a <c>dotnet</c> in front of all others in <c>PATH</c> that builds nothing. It writes down its
/// arguments, and which of git's variables it inherits.
/// </summary>
internal sealed class ToolRepository : IDisposable
{
    private readonly string _outside = Directory.CreateTempSubdirectory("httpperf-").FullName;

    private ToolRepository(string name) => Root = Path.Combine(_outside, name);

    public string Root { get; }

    /// <summary>The output of all commands that were started instead of <c>dotnet</c>.</summary>
    public string Calls => File.Exists(CallsFile) ? File.ReadAllText(CallsFile) : "";

    /// <summary>How to start the tool in a shell.</summary>
    public static string Tool => $"'{DotnetHost.Find()}' exec '{Path.Combine(AppContext.BaseDirectory, "HttpPerf.Tool.dll")}'";

    /// <summary>Where the tool keeps work trees.</summary>
    public string Trees => Path.Combine(Root, "artifacts", ".against");

    private string CallsFile => Path.Combine(_outside, "calls");

    public static async Task<ToolRepository> Create(string name = "repository")
    {
        var repository = new ToolRepository(name);
        Directory.CreateDirectory(repository.Root);
        await repository.Git("init", "--quiet", "--initial-branch=main");
        await repository.Git("config", "user.name", "A");
        await repository.Git("config", "user.email", "a@b.c");
        repository.Write("Code.csproj", """
            <Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>
            """);
        repository.Write("a", "1");
        repository.Write("b", "1");
        await repository.Commit("Adds");
        repository.WriteProgram("dotnet", """
            echo "$*" >> "$CALLS"; env | grep ^GIT_ >> "$CALLS"; eval "$INSTEAD_OF_DOTNET"
            """);
        return repository;
    }

    public void Write(string path, string text)
    {
        var full = Path.Combine(Root, path);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        File.WriteAllText(full, text);
    }

    /// <summary>Writes a shell script to a folder outside of the repository, which comes first in <c>PATH</c>.</summary>
    public void WriteProgram(string name, string text) => WriteScript(Path.Combine(_outside, "programs", name), text);

    public void WriteHook(string name, string text) => WriteScript(Path.Combine(Root, ".git", "hooks", name), text);

    public static void WriteScript(string path, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, $"#!/bin/sh\n{text}\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    public async Task<string> Commit(string message)
    {
        await Git("add", "--all");
        await Git("commit", "--quiet", "--no-verify", "-m", message);
        return await Git("rev-parse", "HEAD");
    }

    /// <summary>Starts git as a user does, with hooks.</summary>
    public Task<string> Git(params string[] arguments) => Run("git", Root, arguments);

    public async Task<string> Run(string program, string folder, params string[] arguments)
    {
        var run = await ChildProcess.Capture(Command(program, folder, arguments), CancellationToken.None);
        run.ExitCode.Should().Be(0, $"{program} {string.Join(' ', arguments)}: {run.Error}{run.Output}");
        return run.Output;
    }

    /// <summary>Runs the tool.</summary>
    public Task<CapturedRun> RunTool(params string[] arguments) => ChildProcess.Capture(ToolCommand(arguments), CancellationToken.None);

    public ProcessStartInfo ToolCommand(params string[] arguments) =>
        Command("sh", Root, ["-c", $"exec {Tool} \"$@\"", "sh", .. arguments]);

    public ProcessStartInfo Command(string program, string folder, params string[] arguments)
    {
        var command = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        command.Environment["PATH"] = $"{Path.Combine(_outside, "programs")}:{command.Environment["PATH"]}";
        command.Environment["CALLS"] = CallsFile;
        return command;
    }

    public async Task<EarlierTree> CreateTree(string commit = "HEAD", params string[] properties)
    {
        var repository = await Repository.Open(Root, CancellationToken.None);
        using var trees = await KeptTrees.Open(repository, () => { }, CancellationToken.None);
        return await EarlierTree.Create(
            repository,
            trees,
            await repository.Find(commit, CancellationToken.None),
            new BuildProperties(properties),
            CancellationToken.None);
    }

    public void Dispose() => Directory.Delete(_outside, recursive: true);
}
