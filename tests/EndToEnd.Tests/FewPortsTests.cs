using System.Diagnostics;
using System.Text.RegularExpressions;
using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Runs in a network of their own, which has 41 ports for outgoing connections.</summary>
public sealed class FewPortsTests
{
    // Nor are ports used again early, as Linux does on the loopback device.
    private static readonly string[] FewPorts =
    [
        .. ChildTestRun.LowPriority, "unshare", "--net", "sh", "-c",
        """
        ip link set lo up &&
        echo '40000 40040' > /proc/sys/net/ipv4/ip_local_port_range &&
        echo 0 > /proc/sys/net/ipv4/tcp_tw_reuse &&
        exec "$@"
        """,
        "sh",
    ];

    [Fact]
    public async Task Ports_that_run_out_fail_the_run_with_their_numbers_and_the_fix()
    {
        Assert.SkipUnless(
            OperatingSystem.IsLinux() && await Succeeds([.. FewPorts, "true"]),
            "Only root may give a process a network of its own, and only on Linux.");

        await using var child = ChildTestRun.StartExecutable(
            "Thirsty", """{ "benchmarks": { "Thirsty.*": { "allocatedBytes": 1 } } }""", launcher: FewPorts);
        var run = await child.Finish();

        run.ExitCode.Should().NotBe(0, run.Output);
        run.Tests.Should().ContainSingle();
        var message = Regex.Replace(run["Thirsty.Connects"].Message, @"\d+ (?:\(\d+ %\) )?(wait|are)|:\d{5}", "N $1");
        message.Should().StartWith(
            """
            HttpPerf.PerfTestException : Thirsty.Connects could not be measured, so its limits were not checked.

              No port was left for a new connection: of this machine's 41 ports for outgoing connections,
            """
            + """
             N wait after closed ones (TIME_WAIT) and N are in use. Keep connections instead of opening one for each request,
            """
            + """
             make fewer requests, or stop other programs that open connections: "ss -tan" shows it. On Linux,
            """
            + """
             net.ipv4.ip_local_port_range can be widened too.
              The benchmark threw System.Net.Http.HttpRequestException: Cannot assign requested address (127.0.0.1N )
            """);
    }

    private static async Task<bool> Succeeds(string[] command)
    {
        try
        {
            using var process = Process.Start(new ProcessStartInfo(command[0], command[1..]) { RedirectStandardError = true })!;
            await process.WaitForExitAsync(TestContext.Current.CancellationToken);
            return process.ExitCode == 0;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return false;
        }
    }
}
