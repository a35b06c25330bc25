using System.Diagnostics;
using FluentAssertions;
using HttpPerf.Hosting;
using HttpPerf.Hosting.Child;
using Xunit;

namespace HttpPerf.Tests.Hosting;

/// <summary>The databases that an API creates where it was built.</summary>
public sealed class CreatedDatabasesTests : IDisposable
{
    private static readonly string Archive = Path.Combine(TestProject.OutputOf("tests/Apis/Archive"), "Archive.dll");

    private readonly string _name = $"{Guid.NewGuid():N}.db";

    private string[] Database => ["--Database", _name];

    [Fact]
    public async Task They_are_removed_with_what_SQLite_has_put_beside_them()
    {
        await StartAndExit(Archive, Database);

        LeftBy(Archive).Should().BeEmpty();
    }

    [Fact]
    public async Task A_database_that_was_there_before_is_kept()
    {
        await using (await ChildProcessHost.StartAsync(Archive, new() { Arguments = Database }, TestContext.Current.CancellationToken))
            LeftBy(Archive).Should().Equal(_name, $"{_name}-shm", $"{_name}-wal");

        await StartAndExit(Archive, Database);

        LeftBy(Archive).Should().Contain(_name);
    }

    /// <summary>Written as by another process: without a connection of the API.</summary>
    [Fact]
    public async Task A_database_that_somebody_else_creates_there_meanwhile_is_kept()
    {
        await StartAndExit(HostedApis.Broken, "database", _name);

        LeftBy(HostedApis.Broken).Should().Equal(_name);
    }

    public void Dispose()
    {
        foreach (var api in new[] { Archive, HostedApis.Broken })
            foreach (var name in LeftBy(api))
                File.Delete(Path.Combine(Path.GetDirectoryName(api)!, name));
    }

    private static async Task StartAndExit(string api, params string[] arguments)
    {
        using var process = Process.Start(
            new ProcessStartInfo(DotnetHost.Find(), ["exec", HostedApis.Broken, "parent-exits", api, .. arguments])
            {
                RedirectStandardOutput = true,
            })!;
        (await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken)).Should().NotBeEmpty();
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
    }

    private List<string> LeftBy(string api) =>
    [
        .. Directory.GetFiles(Path.GetDirectoryName(api)!, $"{_name}*")
            .Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal),
    ];
}
