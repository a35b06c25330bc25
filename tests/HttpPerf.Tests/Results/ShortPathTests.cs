using FluentAssertions;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests.Results;

public sealed class ShortPathTests
{
    [Theory]
    [InlineData("a/orders.http", "orders.http", "a/prices.http")]
    [InlineData("x/a/orders.http", "a/orders.http", "x/b/orders.http")]
    [InlineData("x/a/orders.http", "x/a/orders.http", "y/a/orders.http")]
    [InlineData("x\\a\\orders.http", "a/orders.http", "x/b/orders.http")]
    [InlineData("orders.http", "orders.http", "a/orders.http")]
    [InlineData("a/orders.http", "orders.http", "a/orders.http")]
    public void It_has_as_many_folders_as_tell_it_from_the_other(string path, string shortest, string other) =>
        ShortPath.Of(path, [path, other]).Should().Be(shortest);
}
