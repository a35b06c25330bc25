using FluentAssertions;
using HttpPerf.Discovery;
using HttpPerf.EarlierBuilds;
using HttpPerf.Pipeline;
using HttpPerf.Requests;
using Xunit;

namespace HttpPerf.Tests.Requests;

public sealed class RequestCasesTests
{
    private static readonly string[] Names =
        ["admin/orders.http: GET /orders", "shop/orders.http: GET /orders", "shop/orders.http: GET /orders/1"];

    [Fact]
    public void Files_of_one_name_are_told_apart_by_their_folders()
    {
        var groups = BenchmarkDiscovery.Discover(typeof(HttpFileBenchmarks<BrokenApi.Api, OfFiles>));

        groups.Select(group => group.Name).Should().Equal("admin/orders.http", "shop/orders.http");
        groups.SelectMany(group => group.Cases).Select(c => c.Id.Name).Should().Equal(Names);
    }

    [Fact]
    public void Equal_requests_of_two_files_are_two_cases_of_an_earlier_build() =>
        BenchmarkDiscovery.Discover(typeof(HttpFileBenchmarks<BrokenApi.Api, OfFiles>)).SelectMany(group => group.Cases)
            .Select(c => EarlierGroup.KeyOf(c.Id.Before())).Should().OnlyHaveUniqueItems();

    [Fact]
    public void An_attribute_has_the_requests_of_its_file()
    {
        var method = typeof(OfFiles).GetMethod(nameof(OfFiles.OfShop))!;

        PerfCase.Discover(method.GetCustomAttributes(inherit: true).OfType<IRequestsTest>().Single(), method)
            .Select(c => c.Name).Should().Equal(Names[1..]);
    }

    [Fact]
    public void A_class_names_files_for_frameworks_without_an_adapter()
    {
        PerfCase.Discover(typeof(OfClass)).Select(c => c.Name).Should().Equal("more.http: GET /more", "prices.http: GET /prices");
        PerfCase.Find(typeof(OfClass), "prices.http: GET /prices").Categories.Should().Equal("prices");
        BenchmarkSuite.Find(typeof(OfClass).Assembly).Cases.Select(c => c.Name).Should().Contain([.. Names, "prices.http: GET /prices"]);
    }

    [Fact]
    public void A_file_of_which_each_request_is_skipped_says_so()
    {
        var file = Path.Combine(Directory.CreateTempSubdirectory("httpperf-").FullName, "skipped.http");
        File.WriteAllText(file, "# @skip until {id} is filled in\nGET /orders/{id}\n");

        FluentActions.Invoking(() => RequestCases.Of<BrokenApi.Api>(new RequestsAttribute(file), typeof(OfFiles).Assembly))
            .Should().Throw<BenchmarkDeclarationException>().WithMessage(
                "skipped.http has no request to measure: each is marked with # @skip. Complete one, and remove its mark.");
        Directory.Delete(Path.GetDirectoryName(file)!, recursive: true);
    }

    [RequestsOf<BrokenApi.Api>("Requests/more.http")]
    [RequestsOf<BrokenApi.Api>("Requests/prices.http")]
    public sealed class OfClass;

    public sealed class OfFiles
    {
        [Requests("Requests/admin/orders.http")]
        public static void OfAdmin()
        {
        }

        [Requests("Requests/shop/orders.http")]
        public static void OfShop()
        {
        }
    }

    [AttributeUsage(AttributeTargets.Method)]
    private sealed class RequestsAttribute(string file) : Attribute, IRequestsTest
    {
        public Type Benchmarks => typeof(HttpFileBenchmarks<BrokenApi.Api, OfFiles>);

        public Type EntryPoint => typeof(BrokenApi.Api);

        public string File => file;

        public string? Environment => null;

        public Type? Api => null;
    }
}
