using System.Diagnostics;
using FluentAssertions;
using HttpPerf.Hosting.Child;
using Xunit;

namespace HttpPerf.Tests.Hosting;

/// <summary>The databases that an API creates where it was built.</summary>
public sealed class CreatedDatabasesTests : IDisposable
{
    private static readonly string Folder = Path.GetDirectoryName(HostedApis.Broken)!;

    private readonly string _name = $"{Guid.NewGuid():N}.db";

    [Fact]
    public async Task They_are_removed_with_what_SQLite_has_put_beside_them_and_nothing_else_is()
    {
        await StartApiAndExit();

        Left().Should().Equal($"{_name}.log");
    }

    [Fact]
    public async Task A_database_that_was_there_before_is_kept()
    {
        File.WriteAllText(Path.Combine(Folder, _name), "SQLite format 3\0");

        await StartApiAndExit();

        Left().Should().Contain(_name);
    }

    public void Dispose()
    {
        foreach (var name in Left())
            File.Delete(Path.Combine(Folder, name));
    }

    private async Task StartApiAndExit()
    {
        using var process = Process.Start(
            new ProcessStartInfo(DotnetHost.Find(), ["exec", HostedApis.Broken, "parent-exits", HostedApis.Broken, "database", _name])
            {
                RedirectStandardOutput = true,
            })!;
        (await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken)).Should().NotBeEmpty();
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
    }

    private List<string> Left() =>
        [.. Directory.GetFiles(Folder, $"{_name}*").Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];
}
