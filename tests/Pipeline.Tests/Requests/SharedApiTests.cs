using FluentAssertions;
using HttpPerf.Hosting;
using HttpPerf.Requests;
using HttpPerf.Tests.Hosting;
using Xunit;

namespace HttpPerf.Tests.Requests;

public sealed class SharedApiTests
{
    [Fact]
    public async Task A_class_of_the_tests_starts_the_API_once()
    {
        var host = await SharedApi<BrokenApi.Api>.Get(new Test(typeof(Starting)));

        (await SharedApi<BrokenApi.Api>.Get(new Test(typeof(Starting)))).Should().BeSameAs(host);
        Starting.Times.Should().Be(1);
        await host.DisposeAsync();
    }

    [Theory]
    [InlineData(typeof(SharedApiTests), "It has 0.")]
    [InlineData(typeof(Twice), "It has 2.")]
    public async Task A_class_that_does_not_say_how_is_refused(Type starter, string count) =>
        await FluentActions.Awaiting(() => SharedApi<BrokenApi.Api>.Get(new Test(starter)))
            .Should().ThrowAsync<BenchmarkDeclarationException>()
            .WithMessage($"{starter.Name} starts the API of the requests, *{count}*public static Task<ApiHost> Start() => *");

    [Fact]
    public async Task An_environment_is_named_by_the_class_that_starts_the_API_if_there_is_one() =>
        await FluentActions.Awaiting(() => SharedApi<BrokenApi.Api>.Get(new Test(typeof(Starting), "Development")))
            .Should().ThrowAsync<BenchmarkDeclarationException>().WithMessage("*Leave out HostEnvironment.");

    [Fact]
    public async Task An_API_runs_in_the_environment_that_is_named()
    {
        var host = await SharedApi<BrokenApi.Api>.Get(new Test(null, "Staging"));

        using var client = host.CreateClient();
        (await client.GetStringAsync("/about", TestContext.Current.CancellationToken)).Should().StartWith("Staging in ");
        await host.DisposeAsync();
    }

    private sealed record Test(Type? Api, string? HostEnvironment = null) : IRequestsTest
    {
        public Type Benchmarks => throw new NotSupportedException();

        public Type? EntryPoint => typeof(BrokenApi.Api);

        public string? File => null;

        public string? Environment => null;
    }

    internal static class Starting
    {
        public static int Times { get; private set; }

        public static async Task<ApiHost> Start()
        {
            Times++;
            return await HostedApis.StartBrokenAsync();
        }
    }

    internal static class Twice
    {
        public static Task<ApiHost> Start() => throw new NotSupportedException();

        public static Task<ApiHost> Again() => throw new NotSupportedException();
    }
}
