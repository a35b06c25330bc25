using FluentAssertions;
using HttpPerf.Accepting;
using Xunit;

namespace HttpPerf.Tests.Accepting;

/// <summary>What a variable asks to accept.</summary>
public sealed class AcceptRequestTests
{
    [Theory]
    [InlineData("Orders.*", "Orders.*", Accepted.Missing)]
    [InlineData("--better --prune Orders.Get Orders.List", "Orders.Get|Orders.List", Accepted.Better | Accepted.Pruned)]
    [InlineData("--broken --yes Orders.Get(Size: 10, Text: a b)", "Orders.Get(Size: 10, Text: a b)", Accepted.Broken)]
    [InlineData("Orders.Get(Size: 10* Orders.*(*", "Orders.Get(Size:|10*|Orders.*(*", Accepted.Missing)]
    [InlineData("--missing", "", Accepted.Missing)]
    internal void It_says_what_accept_does(string arguments, string patterns, Accepted accepted)
    {
        var request = AcceptRequest.Parse(arguments);

        AcceptRequest.FindFault(arguments).Should().BeNull();
        string.Join('|', request.Patterns).Should().Be(patterns);
        request.Accepted.Should().Be(accepted);
    }

    [Theory]
    [InlineData(
        "--worse Orders.*",
        "--worse is not an option. Write names of cases, or --missing, --broken, --better, --prune, --yes.")]
    [InlineData(
        "Orders.* --broken",
        "A regression could accept itself. To accept all broken limits, add --yes; to be asked, use dotnet httpperf accept --broken.")]
    public void A_fault_is_named(string arguments, string fault) => AcceptRequest.FindFault(arguments).Should().Be(fault);
}
