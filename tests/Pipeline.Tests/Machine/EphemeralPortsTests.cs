using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using FluentAssertions;
using HttpPerf.Machine;
using Xunit;

namespace HttpPerf.Tests.Machine;

/// <summary>Real connections, counted by the system. Others may run beside these, so there are at least as many.</summary>
public sealed class EphemeralPortsTests
{
    private const int Connections = 20;

    [Fact]
    public async Task Connections_use_a_port_each_while_open_and_leave_it_waiting_when_closed()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var clients = new List<Socket>();
        var servers = new List<Socket>();
        for (var i = 0; i < Connections; i++)
        {
            clients.Add(new Socket(SocketType.Stream, ProtocolType.Tcp));
            await clients[i].ConnectAsync(listener.LocalEndpoint, TestContext.Current.CancellationToken);
            servers.Add(await listener.AcceptSocketAsync(TestContext.Current.CancellationToken));
        }

        // A port counts as waiting where another connection of it waits, even if it is in use too.
        var use = EphemeralPorts.Count()!;
        (use.InUse + use.Waiting).Should().BeGreaterThanOrEqualTo(Connections);

        // Who closes first is left with the port.
        clients.ForEach(c => c.Dispose());
        servers.ForEach(s => s.Dispose());

        await Eventually.HoldsAsync(() => EphemeralPorts.Count()!.Waiting >= Connections);
    }

    [Fact]
    public void There_are_as_many_as_the_system_is_set_to()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux says so in a file.");
        var bounds = File.ReadAllText("/proc/sys/net/ipv4/ip_local_port_range").Split('\t').Select(int.Parse).ToArray();

        EphemeralPorts.Count()!.Range.Should().Be(bounds[1] - bounds[0] + 1);
    }

    [Fact]
    public void A_glance_suffices_where_few_sockets_wait()
    {
        var connections = IPGlobalProperties.GetIPGlobalProperties().GetActiveTcpConnections();
        // Servers that close first leave many sockets at one port.
        Assert.SkipUnless(
            OperatingSystem.IsLinux() && connections.Count(c => c.State == TcpState.TimeWait) < EphemeralPorts.Count()!.Range / 8,
            "Many sockets wait on this machine, or it can only be told by counting.");

        EphemeralPorts.Look().Should().BeNull();
    }
}
