using FluentAssertions;
using HttpPerf.Discovery;
using Xunit;

namespace HttpPerf.Tests.Requests;

public sealed class ApiAssemblyTests
{
    [Fact]
    public void An_API_is_found_by_the_name_of_its_assembly() =>
        FindEntryPoint("BrokenApi").Assembly.Should().BeSameAs(typeof(BrokenApi.Api).Assembly);

    [Theory]
    [InlineData("NoSuchApi", "The API's assembly NoSuchApi was not found beside HttpPerf.Tests.*")]
    [InlineData("HttpPerf.Results", "HttpPerf.Results is a library, *")]
    public void A_name_that_is_no_API_is_refused(string name, string message) =>
        FluentActions.Invoking(() => FindEntryPoint(name)).Should().Throw<BenchmarkDeclarationException>().WithMessage(message);

    [Fact]
    public void An_API_whose_type_is_not_public_has_cases_too()
    {
        var found = ((IRequestsTest)new RequestsOfAttribute<Hidden>("Shop.http")).FindEntryPoint(typeof(OfHidden).Assembly);

        found.Assembly.Should().BeSameAs(typeof(Hidden).Assembly);
        BenchmarkDiscovery.Discover(typeof(HttpFileBenchmarks<,>).MakeGenericType(found, typeof(OfHidden)))
            .SelectMany(group => group.Cases).Select(c => c.Id.Name).Should().Equal("hidden.http: GET /hidden");
    }

    [RequestsOf<Hidden>("Requests/hidden.http")]
    public sealed class OfHidden;

    private abstract class Hidden;

    private static Type FindEntryPoint(string assembly) =>
        ((IRequestsTest)new PerfRequestsAttribute("Shop.http", assembly)).FindEntryPoint(typeof(ApiAssemblyTests).Assembly);
}
