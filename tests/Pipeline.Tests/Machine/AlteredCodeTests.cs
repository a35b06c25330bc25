using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Loader;
using FluentAssertions;
using HttpPerf.Hosting;
using HttpPerf.Server;
using HttpPerf.Tests.Hosting;
using Xunit;

namespace HttpPerf.Tests.Machine;

/// <summary>Alterations of a process's code after it was built. EndToEnd.Tests run the real coverage tools.</summary>
public sealed class AlteredCodeTests
{
    private const string WithoutCoverage = "Run performance tests without code coverage: without --collect, --coverage, --coverlet and "
        + "CollectCoverage, and without a data collector in .runsettings.";

    [Theory]
    [InlineData("Coverlet.Core.Instrumentation.Tracker", "coverlet")]
    [InlineData("Microsoft.CodeCoverage.Instrumentation.Static.Tracker", "Microsoft.CodeCoverage")]
    public void An_assembly_that_is_instrumented_for_coverage_is_named_with_the_tool(string space, string tool) =>
        AlteredCode.FindInstrumented([typeof(AlteredCodeTests).Assembly, WithType("Orders", space), WithType("Core", space)])
            .Should().Equal(new CodeAlteration($"Core, Orders are instrumented for code coverage by {tool}", WithoutCoverage));

    [Fact]
    public void An_assembly_of_a_coverage_tool_itself_is_none() =>
        AlteredCode.FindInstrumented([WithType("coverlet.core", "Coverlet.Core.Instrumentation")]).Should().BeEmpty();

    [Theory]
    [InlineData("CORECLR_ENABLE_PROFILING=1", "a profiler is active (CORECLR_ENABLE_PROFILING=1)", "unset CORECLR_ENABLE_PROFILING.")]
    [InlineData("DOTNET_ENABLE_PROFILING=1", "a profiler is active (DOTNET_ENABLE_PROFILING=1)", "unset DOTNET_ENABLE_PROFILING.")]
    [InlineData(
        "CORECLR_ENABLE_PROFILING=1 CODE_COVERAGE_SESSION_NAME=a", "Microsoft's profiler for code coverage is active", WithoutCoverage)]
    [InlineData("DOTNET_JITMinOpts=1", "DOTNET_JITMinOpts=1 turns off the optimizations of the JIT compiler", "DOTNET_JITMinOpts.")]
    [InlineData("COMPlus_JitNoInline=1", "COMPlus_JitNoInline=1 turns off inlining", "Unset COMPlus_JitNoInline.")]
    [InlineData("DOTNET_JitObjectStackAllocation=0", "makes objects that could be left out allocate", "JitObjectStackAllocation.")]
    public void A_variable_that_changes_code_is_named(string variables, string cause, string remedy) =>
        Find(variables).Should().ContainSingle().Which.Should()
            .Match<CodeAlteration>(found => found.Cause.Contains(cause) && found.Remedy.EndsWith(remedy));

    [Theory]
    [InlineData("CORECLR_ENABLE_PROFILING=0 CORECLR_PROFILER={1}")]
    [InlineData("CORECLR_ENABLE_PROFILING=1 CORECLR_PROFILER_PATH=/no/such/file")]
    [InlineData("DOTNET_JITMinOpts=0 DOTNET_JitObjectStackAllocation=1")]
    [InlineData("DOTNET_TieredCompilation=0 DOTNET_TieredPGO=0 DOTNET_ReadyToRun=0 DOTNET_TC_QuickJit=0 DOTNET_EnableAVX2=0")]
    public void What_changes_nothing_or_may_be_so_in_production_is_left_alone(string variables) => Find(variables).Should().BeEmpty();

    [Fact]
    public void A_profiler_that_was_attached_is_seen_by_its_library() =>
        Find("", "/opt/rider/libJetBrains.Profiler.Core.so", "/usr/lib/libc.so.6").Should().Equal(
            new CodeAlteration("a profiler is active (libJetBrains.Profiler.Core.so)", "Run performance tests without it."));

    [Fact]
    public async Task A_servers_own_settings_are_found_in_its_process()
    {
        await using var host = await ChildProcessHost.StartAsync(
            HostedApis.Broken,
            new() { EnvironmentVariables = new Dictionary<string, string?> { ["DOTNET_JitNoInline"] = "1" } },
            TestContext.Current.CancellationToken);

        (await host.FindAlteredAsync()).Should().Equal(
            new CodeAlteration("DOTNET_JitNoInline=1 turns off inlining", "Unset DOTNET_JitNoInline."));
    }

    private static IEnumerable<CodeAlteration> Find(string variables, params string[] libraries)
    {
        var all = variables.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(v => v.Split('=')).ToDictionary(v => v[0], v => v[1]);
        return AlteredCode.Find(all.GetValueOrDefault, libraries);
    }

    /// <summary>An assembly with a single type.</summary>
    private static Assembly WithType(string name, string space)
    {
        var assembly = new PersistedAssemblyBuilder(new AssemblyName(name), typeof(object).Assembly);
        assembly.DefineDynamicModule(name).DefineType($"{space}.Any").CreateType();
        var file = new MemoryStream();
        assembly.Save(file);
        file.Position = 0;
        return new AssemblyLoadContext(name, isCollectible: true).LoadFromStream(file);
    }
}
