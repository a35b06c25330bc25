using System.Diagnostics;
using System.Globalization;
using FluentAssertions;
using HttpPerf.Hosting.Child;
using Xunit;

namespace HttpPerf.Tests.Hosting;

public sealed class ParentDeathTests
{
    [Fact]
    public Task A_server_ends_with_a_killed_parent() => KillParentAsync(HostedApis.Target);

    [Fact]
    public Task A_server_that_ignores_its_stop_ends_with_a_killed_parent_too() => KillParentAsync(HostedApis.Broken, "ignore-stop");

    [Fact]
    public async Task What_a_server_has_started_ends_with_a_killed_parent_too()
    {
        using var parent = StartParent(HostedApis.Broken, "sleep");
        try
        {
            var line = await parent.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken);
            var server = int.Parse(line!, CultureInfo.InvariantCulture);
            await Eventually.HoldsAsync(() => Processes.ChildrenOf(server).Count == 1);
            var grandchild = Processes.ChildrenOf(server).Single();

            parent.Kill();

            await Eventually.HoldsAsync(() => !Processes.IsRunning(server) && !Processes.IsRunning(grandchild));
        }
        finally
        {
            parent.Kill(entireProcessTree: true);
        }
    }

    private static Process StartParent(params string[] api) =>
        Process.Start(new ProcessStartInfo(DotnetHost.Find(), ["exec", HostedApis.Broken, "parent", .. api])
        {
            RedirectStandardOutput = true,
        })!;

    private static async Task KillParentAsync(params string[] api)
    {
        using var parent = StartParent(api);
        try
        {
            var line = await parent.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken);
            var server = int.Parse(line!, CultureInfo.InvariantCulture);
            Processes.IsRunning(server).Should().BeTrue();

            parent.Kill();

            await Eventually.HoldsAsync(() => !Processes.IsRunning(server));
        }
        finally
        {
            parent.Kill(entireProcessTree: true);
        }
    }
}
