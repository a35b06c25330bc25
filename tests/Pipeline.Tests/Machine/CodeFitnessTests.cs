using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Loader;
using FluentAssertions;
using HttpPerf.Machine;
using HttpPerf.Server;
using HttpPerf.Tests.Hosting;
using Xunit;

namespace HttpPerf.Tests.Machine;

public sealed class CodeFitnessTests
{
    private static readonly UnoptimizedAssembly Own = new("Orders", IsFromPackage: false);
    private static readonly UnoptimizedAssembly Other = new("Orders.Core", IsFromPackage: false);
    private static readonly UnoptimizedAssembly Packaged = new("Contoso.Json", IsFromPackage: true);

    [Fact]
    public void An_unoptimized_assembly_of_a_project_is_refused_with_the_fix() => new CodeFitness([Own], "", isAllowed: false).Blocker
        .Should().Be(
            "Orders is not optimized, and numbers from unoptimized code mean nothing. Add <Optimize>true</Optimize> to the project, "
            + "or build in Release: dotnet test -c Release. "
            + "If you can't, a [Config] on the class with ConfigOptions.DisableOptimizationsValidator allows it.");

    [Fact]
    public void All_of_them_are_named_with_their_place() =>
        new CodeFitness([Own, Packaged, Other], ", loaded by Shop,", isAllowed: false).Blocker
            .Should().StartWith("Orders, Orders.Core, loaded by Shop, are not optimized,");

    [Fact]
    public void One_of_a_package_is_noted_because_nobody_can_change_it()
    {
        var fitness = new CodeFitness([Packaged], "", isAllowed: false);

        fitness.Blocker.Should().BeNull();
        fitness.Caveat.Should().Be("Contoso.Json is not optimized, so its share of the figures is too large.");
    }

    [Fact]
    public void Where_the_class_allows_unoptimized_code_it_is_noted()
    {
        var fitness = new CodeFitness([Own, Packaged], "", isAllowed: true);

        fitness.Blocker.Should().BeNull();
        fitness.Caveat.Should().StartWith("Orders, Contoso.Json are not optimized,");
    }

    [Fact]
    public void Optimized_code_is_neither_refused_nor_noted()
    {
        var fitness = new CodeFitness([], "", isAllowed: false);

        (fitness.Blocker, fitness.Caveat).Should().Be((null, null));
    }

    // One test here loads an assembly that isn't, and unloads it some time.
    [Fact]
    public void What_an_ordinary_test_process_loads_is_optimized() =>
        UnoptimizedCode.FindLoaded().Should().NotContain(a => a.Name != "UnoptimizedTests");

    [Theory]
    [InlineData("project", false)]
    [InlineData("package", true)]
    public void An_unoptimized_assembly_is_found_and_the_dependencies_say_whether_it_is_a_packages(string type, bool isFromPackage)
    {
        var dependencies = Path.GetTempFileName();
        File.WriteAllText(dependencies, $$"""
            {
              "targets": { ".NETCoreApp,Version=v10.0": {
                "Some/1.0.0": { "runtime": { "lib/net10.0/UnoptimizedTests.dll": {} } },
                "Empty/1.0.0": {}
              } },
              "libraries": { "Some/1.0.0": { "type": "{{type}}" }, "Empty/1.0.0": { "type": "package" } }
            }
            """);
        var context = new AssemblyLoadContext("unoptimized", isCollectible: true);
        try
        {
            UnoptimizedCode.Find([typeof(PerfCase).Assembly, Load(context)], dependencies)
                .Should().Equal(new UnoptimizedAssembly("UnoptimizedTests", isFromPackage));
        }
        finally
        {
            context.Unload();
            File.Delete(dependencies);
        }
    }

    [Fact]
    public void Code_that_is_generated_at_run_time_is_ignored()
    {
        var debuggable = typeof(System.Diagnostics.DebuggableAttribute).GetConstructor([typeof(bool), typeof(bool)])!;
        var generated = AssemblyBuilder.DefineDynamicAssembly(
            new AssemblyName("Generated"),
            AssemblyBuilderAccess.RunAndCollect,
            [new CustomAttributeBuilder(debuggable, [true, true])]);

        UnoptimizedCode.Find([generated], dependencies: null).Should().BeEmpty();
    }

    [Fact]
    public async Task An_unoptimized_assembly_in_a_servers_process_is_found()
    {
        await using var host = await HostedApis.StartBrokenAsync();
        using var client = host.CreateClient();

        (await host.FindUnoptimizedAsync()).Should().BeEmpty();
        await client.GetStringAsync(
            $"load?path={Uri.EscapeDataString(TestProject.Unoptimized.Assembly)}", TestContext.Current.CancellationToken);
        (await host.FindUnoptimizedAsync()).Should().Equal(new UnoptimizedAssembly("UnoptimizedTests", IsFromPackage: false));
    }

    private static Assembly Load(AssemblyLoadContext context)
    {
        using var file = File.OpenRead(TestProject.Unoptimized.Assembly);
        return context.LoadFromStream(file);
    }
}
