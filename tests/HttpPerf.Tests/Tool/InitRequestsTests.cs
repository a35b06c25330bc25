using FluentAssertions;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

public sealed class InitRequestsTests
{
    [Fact]
    public void Advice_that_many_requests_need_is_printed_once() =>
        InitRequests.Describe(
            [
                new("/shop/Shop.http", 2, "GET /a", "{{$token}} is not known. Known are $guid and $timestamp."),
                new("/shop/Shop.http", 5, "GET /b", "answered 401"),
                new("/shop/Shop.http", 8, "GET /c", "{{$user}} is not known. Known are $guid and $timestamp."),
                new("/shop/Other.http", 0, "Other.http", "Other.http:3: @expects is not known. Known are name and expect."),
                new("/shop/Shop.http", 9, "GET /d", "answered 401"),
            ])
            .Should().Equal(
                "  Shop.http:2: GET /a: {{$token}} is not known. Known are $guid and $timestamp.",
                "  Shop.http:5: GET /b: answered 401",
                "  Shop.http:8: GET /c: {{$user}} is not known.",
                "  Other.http: Other.http:3: @expects is not known. Known are name and expect.",
                "  Shop.http:9: GET /d: answered 401");
}
