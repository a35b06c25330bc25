using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.Requests;

public sealed class ApiAssemblyTests
{
    [Fact]
    public void An_API_without_public_types_is_found_by_the_name_of_its_assembly() =>
        FindEntryPoint("BrokenApi").Assembly.Should().BeSameAs(typeof(BrokenApi.Api).Assembly);

    [Theory]
    [InlineData("NoSuchApi", "The API's assembly NoSuchApi was not found beside HttpPerf.Tests.*")]
    [InlineData("HttpPerf.Results", "HttpPerf.Results is a library, *")]
    public void A_name_that_is_no_API_is_refused(string name, string message) =>
        FluentActions.Invoking(() => FindEntryPoint(name)).Should().Throw<BenchmarkDeclarationException>().WithMessage(message);

    private static Type FindEntryPoint(string assembly) =>
        ((IRequestsTest)new PerfRequestsAttribute("Shop.http", assembly)).FindEntryPoint(typeof(ApiAssemblyTests).Assembly);
}
