using System.Diagnostics;
using FluentAssertions;
using HttpPerf.Hosting.Child;
using Xunit;

[assembly: AssemblyFixture(typeof(HttpPerf.Tests.EndToEnd.Packages))]

namespace HttpPerf.Tests.EndToEnd;

/// <summary>
/// A folder with the packages of the solution as it was built. Test classes share it and run beside each other, each with projects of its
/// own.
/// </summary>
public sealed class Packages : IDisposable
{
    /// <summary>For a command that hangs. Bisecting builds and measures twice.</summary>
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(9);

    private readonly Lazy<Task> _packing;
    private readonly Lazy<Task> _tool;
    private readonly Lazy<CompilerServer> _compiler = new();

    public Packages()
    {
        var configuration = Directory.GetParent(AppContext.BaseDirectory.TrimEnd('/'))!.Name;
        _packing = new(() => Dotnet(TestProject.Repository, "pack", "HttpPerf.sln", "--no-build", "-c", configuration, "-o", Folder));
        _tool = new(() => Dotnet(
            Folder, "tool", "install", "HttpPerf.Tool", "--tool-path", Tools, "--add-source", Folder, "--version", "0.1.0"));
    }

    internal string Folder { get; } = Directory.CreateTempSubdirectory("httpperf-package-").FullName;

    private string Tools => Path.Combine(Folder, "tools");

    private static string Restored =>
        Environment.GetEnvironmentVariable("NUGET_PACKAGES") is { Length: > 0 } configured
            ? configured
            : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

    public void Dispose()
    {
        if (_compiler.IsValueCreated)
            _compiler.Value.Dispose();
        Directory.Delete(Folder, recursive: true);
    }

    /// <summary>Makes the packages once.</summary>
    internal Task Pack() => _packing.Value;

    /// <summary>Makes projects in a folder find the packages.</summary>
    internal void WriteSources(string folder) => File.WriteAllText(Path.Combine(folder, "nuget.config"), $"""
        <configuration>
          <packageSources>
            <add key="local" value="{Folder}" />
          </packageSources>
          <config>
            <add key="globalPackagesFolder" value="{Path.Combine(Folder, "packages")}" />
          </config>
          <fallbackPackageFolders>
            <add key="restored" value="{Restored}" />
          </fallbackPackageFolders>
        </configuration>
        """);

    /// <summary>Installs the tool once, where <see cref="Command"/> finds it.</summary>
    internal Task InstallTool() => _tool.Value;

    internal async Task<string> Dotnet(string folder, params string[] arguments)
    {
        var (exitCode, output) = await Run(Command(folder, DotnetHost.Find(), arguments));
        exitCode.Should().Be(0, output);
        return output;
    }

    internal ProcessStartInfo Command(string folder, string program, params string[] arguments)
    {
        // Measuring doesn't raise its priority here either.
        var command = new ProcessStartInfo(ChildTestRun.LowPriority[0], [.. ChildTestRun.LowPriority.Skip(1), program, .. arguments])
        {
            WorkingDirectory = folder,
        };
        // Servers that a build starts would outlive it and hold its output open.
        command.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        command.Environment["UseSharedCompilation"] = "true";
        command.Environment["SharedCompilationId"] = _compiler.Value.Id;
        ChildTestRun.Isolate(command);
        command.Environment["PATH"] = $"{Tools}{Path.PathSeparator}{command.Environment["PATH"]}";
        command.Environment["TMPDIR"] = Directory.CreateDirectory(Path.Combine(Folder, "tmp")).FullName;
        return command;
    }

    /// <returns>The exit code, and what was written to the standard output and then to the standard error.</returns>
    internal static async Task<(int ExitCode, string Output)> Run(ProcessStartInfo command, Func<Process, Task>? meanwhile = null)
    {
        command.RedirectStandardOutput = command.RedirectStandardError = true;
        using var process = Process.Start(command)!;
        var output = process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        var error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await (meanwhile?.Invoke(process) ?? Task.CompletedTask);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(Deadline, TestContext.Current.CancellationToken);
        await Task.WhenAll(output, error).WaitAsync(Deadline, TestContext.Current.CancellationToken);
        return (process.ExitCode, await output + await error);
    }
}

/// <summary>The packages, made before the tests of a class run.</summary>
public sealed class Packed(Packages packages) : IAsyncLifetime
{
    public async ValueTask InitializeAsync() => await packages.Pack();

    public ValueTask DisposeAsync() => default;
}
