using System.Diagnostics;
using System.Runtime.Versioning;
using FluentAssertions;
using Xunit;

namespace HttpPerf.Clients.Tests;

/// <summary>The whole program, on a machine that has only what the test gives it.</summary>
[SupportedOSPlatform("linux")]
public sealed class ProgramTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task A_client_that_fails_and_one_that_is_missing_have_rows_and_the_run_goes_on()
    {
        Install("wrk", "echo nonsense");

        var (exitCode, output, error) = await Run("--quick", "--rounds", "1", "--clients", "net-sockets,js-http");

        exitCode.Should().Be(1, error);
        output.Should().MatchRegex(@"\| net-sockets +\| [^|]+\| +[\d,]+ \| +– \|");
        output.Should().Contain("- **wrk** failed: Its output can't be read (exit code 0): 'nonsense'.");
        output.Should().Contain("- **js-http** is not installed: Run bench/Clients/install, or install the Debian package nodejs.");
        File.ReadAllText(Path.Combine(_folder, "clients.md")).Should().Be(output.TrimEnd() + "\n");
        File.Exists(Path.Combine(_folder, "clients.json")).Should().BeTrue();
    }

    [Fact]
    public async Task A_client_that_is_missing_is_no_failure()
    {
        var (exitCode, output, error) = await Run("--quick", "--rounds", "1", "--clients", "net-sockets");

        exitCode.Should().Be(0, error);
        output.Should().Contain("- **wrk** is not installed: Run bench/Clients/install, or install the Debian package wrk.");
    }

    [Fact]
    public async Task An_unknown_table_is_an_error()
    {
        var (exitCode, _, error) = await Run("--table", "tables");

        exitCode.Should().Be(2);
        error.Should().StartWith("--table is given 'tables'; there are clients and echo.");
    }

    private void Install(string command, string script)
    {
        var path = Path.Combine(_folder, command);
        File.WriteAllText(path, $"#!/bin/sh\n{script}\n");
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserExecute);
    }

    private async Task<(int ExitCode, string Output, string Error)> Run(params string[] arguments)
    {
        var command = new ProcessStartInfo("dotnet", [typeof(Options).Assembly.Location, .. arguments, "--output", _folder])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        command.Environment["PATH"] = _folder;
        // A lock of its own: other measurements on this machine may take minutes.
        command.Environment["TMPDIR"] = _folder;
        using var process = Process.Start(command)!;
        var (output, error) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, await output, await error);
    }
}
