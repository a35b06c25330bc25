using FluentAssertions;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

public sealed class ExplainCommandTests
{
    [Theory]
    [InlineData("Orders.List", "DisplayName~Orders.List")]
    [InlineData("Orders.List(Size: 10)", @"DisplayName~Orders.List\(Size: 10\)")]
    [InlineData("a|b&c", @"DisplayName~a\|b\&c")]
    public void A_case_is_selected_by_its_name_whatever_it_contains(string name, string filter) =>
        ExplainCommand.ArgumentsFor(name).Should().StartWith(["--filter", filter]);
}
