extern alias Depot;
extern alias Shop;

using System.Diagnostics;
using System.Net;
using System.Reflection;
using System.Runtime.Loader;
using FluentAssertions;
using HttpPerf.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Xunit;
using DepotProgram = Depot::Program;
using ShopProgram = Shop::Program;

namespace HttpPerf.Tests.Hosting;

/// <summary>Which settings, static files and templates an API reads, wherever it is hosted, and whichever build it is of.</summary>
public sealed class ContentRootTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    /// <summary>The output of these tests has one appsettings.json.</summary>
    [Theory]
    [InlineData(Kind.ChildProcess)]
    [InlineData(Kind.InMemory)]
    [InlineData(Kind.OnKestrel)]
    [InlineData(Kind.OwnFactory)]
    public async Task Each_of_several_APIs_reads_its_own_settings(Kind kind)
    {
        await using var shop = await Start<ShopProgram>(kind);
        await using var depot = await Start<DepotProgram>(kind);

        (await HostedApis.GetAsync(shop, "name")).Should().Be("shop");
        (await HostedApis.GetAsync(depot, "name")).Should().Be("depot");
    }

    [Theory]
    [InlineData(Kind.ChildProcess)]
    [InlineData(Kind.InMemory)]
    [InlineData(Kind.OnKestrel)]
    public async Task An_API_serves_the_static_files_and_templates_of_its_project(Kind kind)
    {
        await using var shop = await Start<ShopProgram>(kind);

        (await HostedApis.GetAsync(shop, "template")).Should().Be("Welcome to the shop.\n");
        (await HostedApis.GetAsync(shop, "files/shop.css")).Should().Be("p { color: green }\n", "UseStaticFiles");
        (await HostedApis.GetAsync(shop, "shop.css")).Should().Be("p { color: green }\n", "MapStaticAssets");
        (await GetCompressed(shop, "shop.css")).Should().BeGreaterThan(10, "the build has compressed it");
    }

    [Theory]
    [InlineData(Kind.ChildProcess)]
    [InlineData(Kind.InMemory)]
    [InlineData(Kind.OwnFactory)]
    public async Task An_API_of_an_earlier_build_reads_the_files_of_its_own_tree(Kind kind)
    {
        using var tree = new BuiltTree("former shop");
        await using var shop = kind == Kind.ChildProcess
            ? await ChildProcessHost.StartAsync(tree.Assembly, cancellationToken: Cancellation)
            : await StartOfOtherBuild(kind, tree.Assembly);

        (await HostedApis.GetAsync(shop, "name")).Should().Be("former shop");
        (await HostedApis.GetAsync(shop, "template")).Should().Be("Welcome to the former shop.");
        (await HostedApis.GetAsync(shop, "files/shop.css")).Should().Be("/* former shop */");
        shop.Diagnostics.Should().NotContain("content root");
    }

    [Fact]
    public async Task An_API_starts_with_a_copy_of_the_databases_that_are_committed_with_its_project()
    {
        using var tree = new BuiltTree("shop");
        tree.Write("shop.db", "rows");
        Git("init", "--quiet");
        Git("add", "shop.db");

        await using var shop = await ChildProcessHost.StartAsync(tree.Assembly, cancellationToken: Cancellation);

        (await File.ReadAllTextAsync(Path.Combine(tree.Output, "shop.db"), Cancellation)).Should().Be("rows");

        void Git(params string[] arguments)
        {
            using var git = Process.Start(HttpPerf.Results.Programs.Git.CommandIn(tree.Project, arguments)!)!;
            git.WaitForExit();
            git.ExitCode.Should().Be(0);
        }
    }

    [Fact]
    public async Task An_API_whose_project_is_not_here_reads_the_files_beside_it()
    {
        using var tree = new BuiltTree("shop");

        await using var shop = await ChildProcessHost.StartAsync(
            BuiltTree.AssemblyIn(tree.CopyOutput()), cancellationToken: Cancellation);

        (await HostedApis.GetAsync(shop, "name")).Should().Be("another API");
    }

    /// <summary>E.g. because <c>obj</c> was removed.</summary>
    [Fact]
    public async Task An_API_starts_although_static_files_that_the_build_has_made_are_gone()
    {
        using var tree = new BuiltTree("shop");
        Directory.Delete(Path.Combine(tree.Project, "obj"), recursive: true);

        await using var shop = await ChildProcessHost.StartAsync(tree.Assembly, cancellationToken: Cancellation);

        (await HostedApis.GetAsync(shop, "files/shop.css")).Should().Be("/* shop */");
    }

    [Fact]
    public async Task An_API_that_is_compared_with_a_build_whose_project_is_not_here_reads_the_files_beside_it_too()
    {
        using var tree = new BuiltTree("shop");
        var copy = tree.CopyOutput();
        ContentRoots.Find("Shop", tree.Output).Should().Be(tree.Project);

        ContentRoots.Compare(tree.Output, copy);

        ContentRoots.Find("Shop", tree.Output).Should().Be(tree.Output);
        ContentRoots.Find("Shop", copy).Should().Be(copy);
        await using var shop = await ChildProcessHost.StartAsync(tree.Assembly, cancellationToken: Cancellation);
        (await HostedApis.GetAsync(shop, "name")).Should().Be("another API");
        shop.Diagnostics.Should().EndWith(
            $"; its content root is {tree.Output} and not {tree.Project}, because the other build was copied from where it was built");
    }

    /// <summary>As where [CallerFilePath] leads a build to its sources.</summary>
    [Fact]
    public async Task Servers_of_two_builds_that_read_the_same_files_or_lie_at_unequal_paths_are_noted()
    {
        using var tree = new BuiltTree("former shop");
        using var otherTree = new BuiltTree("former shop");
        var project = Path.Combine(TestProject.Repository, "tests", "Apis", "Shop");
        await using var today = await ChildProcessHost.StartAsync<ShopProgram>(cancellationToken: Cancellation);
        await using var earlier = await ChildProcessHost.StartAsync(tree.Assembly, cancellationToken: Cancellation);
        await using var misled = await ChildProcessHost.StartAsync(
            otherTree.Assembly,
            new() { EnvironmentVariables = new Dictionary<string, string?> { ["ASPNETCORE_CONTENTROOT"] = project } },
            Cancellation);

        FolderNotes.Write([today, today]).Should().BeEmpty();
        FolderNotes.Write([today, earlier]).Should().ContainSingle().Which.Should().Match(
            $"Shop runs in paths of unequal length (* and * characters), so bytes of its server may differ by a few. *");
        FolderNotes.Write([misled, today]).Should().HaveCount(2).And.Contain(
            "Not compared: files that Shop reads, such as settings, because both builds read the ones in "
            + $"{project}. A path that is compiled in, e.g. by [CallerFilePath], or a variable leads there.");
        FolderNotes.Write([misled, earlier]).Should().ContainSingle().Which.Should().Match(
            "Shop reads files in paths of unequal length (* and * characters), so bytes of its server may differ by a few. A path that is "
            + "compiled in, e.g. by *, leads there.");
    }

    [Fact]
    public void Builds_in_two_trees_read_the_files_of_their_own()
    {
        using var now = new BuiltTree("shop");
        using var before = new BuiltTree("former shop");

        ContentRoots.Compare(now.Output, before.Output);

        ContentRoots.Find("Shop", now.Output).Should().Be(now.Project);
        ContentRoots.Find("Shop", before.Output).Should().Be(before.Project);
    }

    /// <summary>E.g. in another folder of the same depth, from which the path to the project leads to today's.</summary>
    [Fact]
    public void Two_builds_of_one_tree_do_not_both_read_the_files_of_the_one_that_is_there()
    {
        using var tree = new BuiltTree("shop");
        var copy = tree.Output + "-before";
        Directory.Move(tree.CopyOutput(), copy);
        ContentRoots.Find("Shop", copy).Should().Be(tree.Project, "alone, it has no other");

        ContentRoots.Compare(tree.Output, copy);

        ContentRoots.Find("Shop", tree.Output).Should().Be(tree.Output);
        ContentRoots.Find("Shop", copy).Should().Be(copy);
    }

    [Theory]
    [InlineData("appsettings.json", true)]
    [InlineData("appsettings.Local.json", true)]
    [InlineData("wwwroot/shop.css", true)]
    [InlineData("wwwroot/new.js", true)]
    [InlineData("Templates/greeting.txt", true)]
    [InlineData("Program.cs", false)]
    [InlineData("shop.db", false)]
    [InlineData("bin/Debug/appsettings.json", false)]
    [InlineData("Properties/launchSettings.json", false)]
    [InlineData("Tests/data.json", false)]
    public void Builds_share_a_server_only_if_the_files_that_their_API_reads_are_the_same(string file, bool isRead)
    {
        using var now = new BuiltTree("shop");
        using var before = new BuiltTree("shop");
        now.Write("Tests/Tests.csproj", "");
        before.Write("Tests/Tests.csproj", "");
        ContentRoots.Compare(now.Output, before.Output);
        ContentRoots.HaveEqualFiles("Shop", now.Output, before.Output).Should().BeTrue();

        now.Write(file, "changed");

        ContentRoots.HaveEqualFiles("Shop", now.Output, before.Output).Should().Be(!isRead);
    }

    [Fact]
    public void Builds_share_no_server_if_static_files_of_referenced_projects_differ()
    {
        using var now = new BuiltTree("shop");
        using var before = new BuiltTree("shop");
        var manifest = Path.Combine(now.Output, "Shop.staticwebassets.endpoints.json");
        ContentRoots.Compare(now.Output, before.Output);

        File.WriteAllText(manifest, File.ReadAllText(manifest).Replace("sha256-", "sha256-0", StringComparison.Ordinal));

        ContentRoots.HaveEqualFiles("Shop", now.Output, before.Output).Should().BeFalse();
    }

    [Fact]
    public async Task A_variable_of_the_user_decides_in_memory_and_ours_is_gone_after_the_start()
    {
        const string Variable = "ASPNETCORE_TEST_CONTENTROOT_DEPOT";
        await using (await Start<DepotProgram>(Kind.InMemory))
            Environment.GetEnvironmentVariable(Variable).Should().BeNull();

        Environment.SetEnvironmentVariable(Variable, AppContext.BaseDirectory);
        try
        {
            await using var depot = await InMemoryHost.StartAsync(new DepotFactory(), Cancellation);
            depot.Services.GetRequiredService<IHostEnvironment>().ContentRootPath.Should().Be(AppContext.BaseDirectory);
            Environment.GetEnvironmentVariable(Variable).Should().Be(AppContext.BaseDirectory);
        }
        finally
        {
            Environment.SetEnvironmentVariable(Variable, null);
        }
    }

    [Fact]
    public async Task A_variable_of_the_API_decides_in_a_child_process()
    {
        using var tree = new BuiltTree("other shop");
        var options = new ChildProcessOptions
        {
            EnvironmentVariables = new Dictionary<string, string?> { ["ASPNETCORE_CONTENTROOT"] = tree.Project },
        };

        await using var shop = await ChildProcessHost.StartAsync<ShopProgram>(options, Cancellation);

        (await HostedApis.GetAsync(shop, "name")).Should().Be("other shop");
    }

    private static async Task<ApiHost> Start<T>(Kind kind)
        where T : class => kind switch
        {
            Kind.ChildProcess => await ChildProcessHost.StartAsync<T>(cancellationToken: Cancellation),
            Kind.InMemory => await InMemoryHost.StartAsync<T>(cancellationToken: Cancellation),
            Kind.OnKestrel => await InMemoryHost.StartAsync<T>(new() { UseKestrel = true }, Cancellation),
            _ => await InMemoryHost.StartAsync(new WebApplicationFactory<T>(), Cancellation),
        };

    /// <summary>As HttpPerf loads an earlier build.</summary>
    private static async Task<ApiHost> StartOfOtherBuild(Kind kind, string assembly)
    {
        var build = new AssemblyLoadContext("earlier");
        var program = build.LoadFromAssemblyPath(assembly).GetType("Program")!;
        var start = typeof(ContentRootTests).GetMethod(nameof(Start), BindingFlags.Static | BindingFlags.NonPublic)!;
        using var scope = build.EnterContextualReflection();
        return await (Task<ApiHost>)start.MakeGenericMethod(program).Invoke(null, [kind])!;
    }

    private static async Task<int> GetCompressed(ApiHost host, string path)
    {
        using var client = host.CreateClient();
        client.DefaultRequestHeaders.AcceptEncoding.ParseAdd("gzip");
        using var response = await client.GetAsync(path, Cancellation);
        response.StatusCode.Should().Be(HttpStatusCode.OK);
        response.Content.Headers.ContentEncoding.Should().Equal("gzip");
        return (await response.Content.ReadAsByteArrayAsync(Cancellation)).Length;
    }

    public enum Kind
    {
        ChildProcess,
        InMemory,
        OnKestrel,
        OwnFactory,
    }

    private sealed class DepotFactory : WebApplicationFactory<DepotProgram>;
}
