using System.Diagnostics;
using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>The two commands of a newcomer, in a repository with an API that has no tests at all.</summary>
public sealed class InitTests(Packages packages) : IClassFixture<Packed>
{
    private const string Program = """
        var app = WebApplication.CreateBuilder(args).Build();
        app.MapGet("/products", () => Enumerable.Range(0, 20).Select(i => new { Id = i, Name = $"Product {i}" }));
        app.MapGet("/products/{id}", (int id) => new { Id = id, Name = $"Product {id}" });
        app.Run();
        """;

    [Fact]
    public async Task After_two_commands_each_request_is_compared_with_the_main_branch()
    {
        await packages.InstallTool();
        var folder = Directory.CreateDirectory(Path.Combine(packages.Folder, "shop")).FullName;
        packages.WriteSources(folder);
        Write(".gitignore", "bin/\nobj/\nartifacts/\n");
        Write("src/Shop/Shop.csproj", """
            <Project Sdk="Microsoft.NET.Sdk.Web">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
            </Project>
            """);
        Write("src/Shop/Program.cs", Program);
        Write("src/Shop/Shop.http", """
            @Shop_HostAddress = http://localhost:5123

            GET {{Shop_HostAddress}}/products

            ###
            # @name one product
            GET {{Shop_HostAddress}}/products/7

            ###
            GET {{Shop_HostAddress}}/weatherforecast
            """);
        await Run("git", "init", "--quiet", "--initial-branch=main");
        await Run("git", "config", "user.name", "A");
        await Run("git", "config", "user.email", "a@b.c");
        Write("Shop.slnx", """<Solution><Project Path="src/Shop/Shop.csproj" /></Solution>""");
        await Run("git", "add", ".");
        await Run("git", "commit", "--quiet", "-m", "Sells");

        (await Run("dotnet-httpperf", "init", "--yes")).Should()
            .Contain("  tests/Shop.PerfTests/RequestTests.cs\n").And.Contain("  dotnet httpperf against main\n")
            .And.Contain("2 requests can be measured.\n  Shop.http:10: GET /weatherforecast: answered 404\n");
        (await Run("git", "diff", "src")).Should().Contain("+# @skip answered 404\n GET {{Shop_HostAddress}}/weatherforecast");
        (await Run("git", "status", "--porcelain")).Should().Contain(" M Shop.slnx").And.Contain("?? tests/");
        Write("src/Shop/Program.cs", Program.Replace("(0, 20)", "(0, 30)", StringComparison.Ordinal));
        var (exitCode, output) = await Packages.Run(Command("dotnet-httpperf", "against", "main"));

        exitCode.Should().Be(1, output);
        output.Should()
            .MatchRegex(@"main \([0-9a-f]{7}\) has no tests/Shop\.PerfTests/Shop\.PerfTests\.csproj,\s+so\s+today's\s+is\s+built\s+there")
            .And.MatchRegex(@"Shop\.http: GET /products makes its server allocate [\d,]+ B/op more than at main \(")
            .And.NotMatchRegex("Shop\\.http: one product (allocates|keeps|makes|opens|receives|sends|waits)", "its code is the same");
        (await Run("dotnet-httpperf", "init")).Should()
            .Contain("tests/Shop.PerfTests/Shop.PerfTests.csproj is there already, so only the requests are sent again, each twice.")
            .And.Contain("2 requests can be measured.\n\nDone.");

        void Write(string path, string text)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(folder, path))!);
            File.WriteAllText(Path.Combine(folder, path), text);
        }

        ProcessStartInfo Command(string program, params string[] arguments)
        {
            var command = packages.Command(folder, program, arguments);
            command.Environment["HTTPPERF_BUDGET_SECONDS"] = "2";
            command.Environment["HTTPPERF_EPOCHS"] = "4";
            command.Environment["HTTPPERF_PROCESSES"] = "1";
            command.Environment["HTTPPERF_EXPLAIN"] = "0";
            return command;
        }

        async Task<string> Run(string program, params string[] arguments)
        {
            var (code, text) = await Packages.Run(Command(program, arguments));
            code.Should().Be(0, text);
            return text;
        }
    }
}
