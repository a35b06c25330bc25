using FluentAssertions;
using HttpPerf.Hosting;
using HttpPerf.Hosting.Child;
using HttpPerf.Judging;
using Xunit;

namespace HttpPerf.Tests.Hosting;

/// <summary>Which settings have an address, and what they are in front of a relay at port 7000.</summary>
public sealed class AddressSettingTests
{
    private const string Key = "ConnectionStrings:Orders";

    [Theory]
    [InlineData("http://stock:8080/v1?x=1", "stock", 8080, "http://127.0.0.1:7000/v1?x=1")]
    [InlineData("http://stock", "stock", 80, "http://127.0.0.1:7000")]
    [InlineData("http://[::1]:5001/", "::1", 5001, "http://127.0.0.1:7000/")]
    [InlineData("postgres://me:p%40ss@db/orders", "db", 5432, "postgres://me:p%40ss@127.0.0.1:7000/orders")]
    [InlineData("amqp://guest:guest@queue:5672", "queue", 5672, "amqp://guest:guest@127.0.0.1:7000")]
    [InlineData("cache:6379,abortConnect=false", "cache", 6379, "127.0.0.1:7000,abortConnect=false")]
    [InlineData("Host=db;Username=me;Password=a=b", "db", 5432, "host=127.0.0.1;username=me;password=\"a=b\";Port=7000")]
    [InlineData("Host=db;Port=5433;Username=me", "db", 5433, "host=127.0.0.1;port=7000;username=me")]
    [InlineData("Host=db:5433;Username=me", "db", 5433, "host=127.0.0.1:7000;username=me")]
    [InlineData("Server=db;Uid=me;Pwd=x", "db", 3306, "server=127.0.0.1;uid=me;pwd=x;Port=7000")]
    [InlineData("Server=tcp:db,1444;Database=o;Encrypt=False", "db", 1444, "server=127.0.0.1,7000;database=o;encrypt=False")]
    [InlineData("Data Source=db;Initial Catalog=o", "db", 1433, "data source=127.0.0.1,7000;initial catalog=o")]
    public void An_address(string value, string host, int port, string relayed)
    {
        var address = AddressSetting.Read(Key, value, isNamed: false)!;

        (address.Host, address.Port, address.Obstacle).Should().Be((host, port, null));
        address.ValueAt(7000).Should().Be(relayed);
    }

    [Theory]
    [InlineData("Data Source=orders.db")]
    [InlineData("Data Source=orders.db;Cache=Shared;Password=x")]
    [InlineData("https://stock:8081")]
    [InlineData("http://*:5000")]
    [InlineData("/var/lib/orders")]
    [InlineData("a:1,b:2")]
    [InlineData("Orders")]
    [InlineData("")]
    public void None(string value) => AddressSetting.Read(Key, value, isNamed: true).Should().BeNull();

    [Theory]
    [InlineData("Host=/var/run/postgresql;Username=me", "doesn't name one host and port")]
    [InlineData("Host=one,two;Username=me", "doesn't name one host and port")]
    [InlineData(@"Server=.\SQLEXPRESS;Database=o", "doesn't name one host and port")]
    [InlineData("Host=db;Username=me;SSL Mode=VerifyFull", "verifies the host's name by TLS, which a relay doesn't have")]
    public void One_that_a_relay_can_not_have(string value, string why) =>
        FaultText.Describe(AddressSetting.Read(Key, value, isNamed: false)!.Obstacle!).Should().Be($"the setting {Key} {why}");

    [Fact]
    public void Found_are_those_of_others_and_named_are_those_that_are_meant()
    {
        var settings = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase)
        {
            ["Services:Stock"] = "http://stock",
            ["Cache"] = "cache:6379",
            ["Timeout"] = "00:30",
            ["urls"] = "http://127.0.0.1:5000",
            ["Kestrel:Endpoints:Http:Url"] = "http://127.0.0.1:5000",
            ["Cors:Origins:0"] = "http://localhost:3000",
            ["HTTP_PROXY"] = "http://proxy:3128",
            [Key] = "Host=db;Username=me",
        };

        AddressSetting.Find(settings, null).Select(address => address.Key).Should().BeEquivalentTo("Services:Stock", Key);
        AddressSetting.Find(settings, ["cache"]).Select(address => address.Port).Should().Equal(6379);
        FluentActions.Invoking(() => AddressSetting.Find(settings, ["Queue"])).Should().Throw<HostException>().WithMessage(
            "ChildProcessOptions.Dependencies names the setting Queue, which the API doesn't have. *");
        FluentActions.Invoking(() => AddressSetting.Find(settings, ["Timeout:No", "Timeout"])).Should().Throw<HostException>();
    }
}
