using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Text;
using FluentAssertions;
using HttpPerf.Fixtures;
using Xunit;

namespace TargetApi.Tests;

public sealed class EchoEndpointTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(0, "text/plain")]
    [InlineData(1, "application/json; charset=utf-8")]
    [InlineData(1024, "application/octet-stream")]
    [InlineData(65536, "image/png")]
    [InlineData(1048576, "application/x-www-form-urlencoded")]
    public async Task A_body_comes_back_with_its_type_and_length(int size, string type)
    {
        using var client = (await TargetApiHost.GetAsync()).CreateClient();
        using var body = Body(size);
        body.Headers.ContentType = MediaTypeHeaderValue.Parse(type);

        using var response = await client.PostAsync("echo", body, Cancellation);

        response.StatusCode.Should().Be(HttpStatusCode.OK);
        response.Content.Headers.ContentType!.ToString().Should().Be(type);
        response.Content.Headers.ContentLength.Should().Be(size);
        var sent = await body.ReadAsByteArrayAsync(Cancellation);
        var returned = await response.Content.ReadAsByteArrayAsync(Cancellation);
        returned.AsSpan().SequenceEqual(sent).Should().BeTrue();
    }

    [Fact]
    public async Task A_body_without_a_type_comes_back_without_one()
    {
        using var client = (await TargetApiHost.GetAsync()).CreateClient();

        using var response = await client.PostAsync("echo", Body(10), Cancellation);

        response.Content.Headers.ContentType.Should().BeNull();
    }

    // Larger than every buffer on the way and than Kestrel's own limit, from a client that reads only when it has sent all.
    [Fact]
    public async Task A_body_of_100_MB_comes_back_too()
    {
        const int Size = 100_000_000;
        using var client = (await TargetApiHost.GetAsync()).CreateClient();

        using var response = await client.PostAsync("echo", Body(Size), Cancellation);

        (await response.Content.ReadAsByteArrayAsync(Cancellation)).Should().HaveCount(Size);
    }

    [Fact]
    public async Task A_body_comes_back_while_it_is_still_being_sent()
    {
        using var socket = new TcpClient();
        var address = (await TargetApiHost.GetAsync()).BaseAddress;
        await socket.ConnectAsync(address.Host, address.Port, Cancellation);
        var stream = socket.GetStream();

        await stream.WriteAsync(Encoding.ASCII.GetBytes("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nfirst"), Cancellation);
        (await ReadUntil(stream, "first")).Should().StartWith("HTTP/1.1 200 OK");
        await stream.WriteAsync("again"u8.ToArray(), Cancellation);
        (await ReadUntil(stream, "again")).Should().Be("again");
    }

    [Fact]
    public async Task The_empty_endpoint_answers_nothing()
    {
        using var client = (await TargetApiHost.GetAsync()).CreateClient();

        using var response = await client.PostAsync("empty", Body(10), Cancellation);

        response.StatusCode.Should().Be(HttpStatusCode.NoContent);
    }

    private static ByteArrayContent Body(int size)
    {
        var bytes = new byte[size];
        new Random(size).NextBytes(bytes);
        return new(bytes);
    }

    private static async Task<string> ReadUntil(NetworkStream stream, string end)
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(Cancellation);
        timeout.CancelAfter(TimeSpan.FromMinutes(1));
        var (text, buffer) = ("", new byte[4096]);
        while (!text.EndsWith(end, StringComparison.Ordinal))
            text += Encoding.ASCII.GetString(buffer, 0, await stream.ReadAsync(buffer, timeout.Token));
        return text;
    }
}
