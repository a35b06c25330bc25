using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Reflection;
using System.Runtime.Loader;
using FluentAssertions;
using HttpPerf.Discovery;
using HttpPerf.EarlierBuilds;
using HttpPerf.Workloads;
using Xunit;

namespace HttpPerf.Tests.Running;

/// <summary>The surroundings of an earlier build's code in a process that has today's too.</summary>
public sealed class EarlierBuildTests
{
    private static readonly Type Today = Assembly.LoadFrom(TestProject.Sample.Assembly).GetType("HttpPerf.SampleTests.Twofold")!;
    private static readonly EarlierBuild Earlier = EarlierBuild.Load(TestProject.OutputOf("tests/SampleTestsBefore"), Today.Assembly);

    [Theory]
    [InlineData("Translated")]
    [InlineData("LoadedByName")]
    [InlineData("FoundByName")]
    [InlineData("FoundByFrameworkInSetup")]
    public async Task Each_build_finds_its_own(string method)
    {
        (await CallNow(method)).Should().Be("now");
        (await CallBefore(method)).Should().Be("before");
    }

    // Objects of these go to and fro.
    [Theory]
    [InlineData("HttpPerf")]
    [InlineData("HttpPerf.InMemory")]
    [InlineData("HttpPerf.Xunit")]
    public void Both_builds_share_the_library_and_what_derives_from_it(string library)
    {
        var name = new AssemblyName(library);

        File.Exists(Path.Combine(Earlier.Folder, $"{library}.dll")).Should().BeTrue();
        Earlier.LoadFromAssemblyName(name).Should().BeSameAs(AssemblyLoadContext.Default.LoadFromAssemblyName(name));
    }

    /// <summary>A package that is newer than the framework brings it. What is in the framework refers to one of the two only.</summary>
    [Fact]
    public void Both_builds_share_what_is_the_frameworks_even_if_it_is_in_their_folders_too()
    {
        const string ofFramework = "Microsoft.Extensions.Http", ofOthers = "FluentAssertions";
        var folder = Directory.CreateTempSubdirectory("httpperf-earlier-").FullName;
        foreach (var brought in new[] { Today.Assembly.GetName().Name, "HttpPerf" })
            File.Copy(Path.Combine(Earlier.Folder, $"{brought}.dll"), Path.Combine(folder, $"{brought}.dll"));
        foreach (var brought in new[] { ofFramework, ofOthers })
            File.Copy(Assembly.Load(brought).Location, Path.Combine(folder, $"{brought}.dll"));

        var earlier = EarlierBuild.Load(folder, Today.Assembly);

        earlier.LoadFromAssemblyName(new AssemblyName(ofFramework)).Should().BeSameAs(Assembly.Load(ofFramework));
        earlier.LoadFromAssemblyName(new AssemblyName(ofOthers)).Location.Should().StartWith(folder);
        Directory.Delete(folder, recursive: true);
    }

    /// <summary>Another class of that name in today's build makes it longer.</summary>
    [Fact]
    public void A_case_is_found_whatever_its_class_is_called_there()
    {
        var group = BenchmarkDiscovery.Discover(Today).Single();
        var renamed = group with
        {
            Cases = [.. group.Cases.Select(c => c with { Id = new CaseId("New.Twofold", c.Id.Method) })],
        };

        var earlier = EarlierGroup.Find(Earlier, renamed);

        earlier.Cases.Select(c => c.Id).Should().Equal(renamed.Cases.Select(c => c.Id.Before()));
        earlier.New.Should().BeEmpty();
        earlier.Removed.Should().BeEmpty();
    }

    [Fact]
    public void Another_work_tree_has_it_at_the_same_place_even_if_that_is_in_a_submodule()
    {
        var root = Directory.CreateTempSubdirectory("httpperf-earlier-");
        var tests = root.CreateSubdirectory(Path.Combine("today", "library", "tests")).FullName;
        root.CreateSubdirectory(Path.Combine("today", ".git"));
        File.WriteAllText(Path.Combine(root.FullName, "today", "library", ".git"), "gitdir: …");
        var earlier = root.CreateSubdirectory("earlier").FullName;
        File.WriteAllText(Path.Combine(earlier, ".git"), "gitdir: …");

        EarlierBuild.PlacesOf(Path.Combine(tests, "Tests.dll"), earlier).Take(2).Should().Equal(
            Path.Combine("tests", "Tests.dll"), Path.Combine("library", "tests", "Tests.dll"));
        EarlierBuild.PlacesOf(Path.Combine(tests, "Tests.dll"), tests).Should().Equal("Tests.dll");
        root.Delete(recursive: true);
    }

    [Fact]
    public async Task What_the_framework_loads_by_name_during_a_call_is_todays()
    {
        (await CallNow("FoundByFramework")).Should().Be("now");
        (await CallBefore("FoundByFramework")).Should().Be("now");
    }

    [Fact]
    public async Task Each_build_has_statics_of_its_own()
    {
        (await CallNow("Calls")).Should().Be(1);
        (await CallBefore("Calls")).Should().Be(1);
        (await CallNow("Calls")).Should().Be(2);
    }

    // The runtime enables only one of that name.
    [Fact]
    public async Task An_event_source_of_the_same_name_throws_nothing_and_todays_keeps_writing()
    {
        using var events = new Events();

        await CallNow("Signals");
        await CallBefore("Signals");
        await CallNow("Signals");

        events.Written.Should().Equal("now", "now");
    }

    [Fact]
    public async Task Each_build_loads_a_copy_of_a_native_library_of_its_own()
    {
        (await CallNow("Native")).Should().Be(await CallBefore("Native"));

        using var process = Process.GetCurrentProcess();
        process.Modules.Cast<ProcessModule>().Select(module => module.FileName)
            .Where(path => path.Contains("capstone", StringComparison.Ordinal))
            .Should().HaveCount(2).And.ContainSingle(path => path.StartsWith(Earlier.Folder, StringComparison.Ordinal));
    }

    private static Task<object?> CallNow(string method) =>
        Call(BenchmarkDiscovery.Discover(Today).SelectMany(g => g.Cases).Single(c => c.Id.Method == method).ToBenchmark());

    private static Task<object?> CallBefore(string method) => Call(
        Earlier.ToBenchmark(
            BenchmarkDiscovery.Discover(Today).SelectMany(g => g.Cases).First().Id, Earlier.CasesOf(Today)[("", method, "")]));

    private static async Task<object?> Call(Benchmark benchmark)
    {
        var workload = benchmark.Build();
        await workload.SetUp();
        await workload.Operation.InvokeOnce();
        return workload.Operation.LastResult;
    }

    private sealed class Events : EventListener
    {
        public ConcurrentQueue<object?> Written { get; } = [];

        protected override void OnEventSourceCreated(EventSource eventSource)
        {
            if (eventSource.Name == "Twofold")
                EnableEvents(eventSource, EventLevel.LogAlways);
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            // 0 is what the runtime says about a source.
            if (eventData.EventId != 0)
                Written.Enqueue(eventData.Payload!.Single());
        }
    }
}
