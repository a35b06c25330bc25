using FluentAssertions;
using HttpPerf.Requests;
using Xunit;

namespace HttpPerf.Tests.Requests;

public sealed class ApiEndpointsFileTests
{
    [Theory]
    [InlineData("GET /todos", true)]
    [InlineData("GET /", true)]
    [InlineData("GET /todos/{id}", false)]
    [InlineData("POST /todos", false)]
    [InlineData("* /health", false)]
    public void What_needs_no_data_is_called(string endpoint, bool isCalled) => ApiEndpointsFile.IsFixed(endpoint).Should().Be(isCalled);
}
