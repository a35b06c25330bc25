using System.Text.RegularExpressions;
using ArchUnitNET.Domain;
using ArchUnitNET.Domain.Extensions;
using ArchUnitNET.Fluent.Syntax.Elements.Types;
using ArchUnitNET.Loader;
using ArchUnitNET.xUnitV3;
using FluentAssertions;
using HttpPerf.Accepting;
using HttpPerf.Results;
using StronglyConnectedComponents;
using Xunit;
using static ArchUnitNET.Fluent.ArchRuleDefinition;

namespace HttpPerf.Tests;

/// <summary>
/// Who may know whom in the library, read from its compiled code. Constants and <c>nameof</c> don't count, because the compiler replaces
/// them.
/// </summary>
public sealed class LayeringTests
{
    private static readonly string[] Engine =
    [
        "Workloads", "Discovery", "EarlierBuilds", "Machine", "Checking", "Measuring", "Thresholds", "Profiling", "Reporting", "Hosting",
        "Latency", "Workers", "Requests",
    ];

    /// <summary>The assemblies that are for the end of a run, so that measuring loads neither Razor nor DiffPlex.</summary>
    private static readonly string[] AtTheEnd = ["Reports", "Accepting"];

    /// <summary>Every folder, with the folders that it may know, and those of <see cref="AtTheEnd"/>.</summary>
    private static readonly Dictionary<string, string[]> Known = new()
    {
        ["Machine"] = [],
        ["Latency"] = ["Machine"],
        ["Workloads"] = [],
        ["Discovery"] = ["Workloads"],
        ["Checking"] = ["Workloads"],
        ["Measuring"] = ["Workloads", "Machine", "Latency", "Checking"],
        ["Thresholds"] = ["Discovery", "Measuring"],
        ["Profiling"] = [],
        ["Reporting"] = ["Measuring", "Thresholds", "Profiling", .. AtTheEnd],
        ["Hosting"] = ["Latency"],
        ["EarlierBuilds"] = ["Discovery", "Workloads", "Hosting", "Thresholds", "Reporting"],
        ["Workers"] = ["Hosting", "Measuring"],
        ["Requests"] = ["Workloads", "Discovery", "Hosting"],
        ["Pipeline"] = Engine,
        ["Api"] = ["Pipeline", .. Engine, .. AtTheEnd],
    };

    /// <summary>Types without the namespace of their folder, which is Api's for others.</summary>
    private static readonly Dictionary<string, string> Elsewhere = new()
    {
        ["StartupHook"] = "Pipeline",
        ["HttpPerf.ThresholdProblem"] = "Thresholds",
        ["HttpPerf.ThresholdsException"] = "Thresholds",
        ["HttpPerf.ITestOutput"] = "Reporting",
        ["HttpPerf.PerfResult"] = "Reporting",
        ["HttpPerf.HttpFileBenchmarks`2"] = "Requests",
        ["HttpPerf.IRequestsTest"] = "Requests",
    };

    private static readonly Architecture Library =
        new ArchLoader().LoadAssemblies(typeof(PerfCase).Assembly, typeof(Verdict).Assembly, typeof(CaseId).Assembly).Build();

    private static readonly List<IType> Core = [.. Library.Types.Where(type => type.Assembly.Name == "HttpPerf")];

    private static readonly Lazy<List<List<IType>>> Circles = new(FindCircles);

    public static TheoryData<string> Folders => [.. Known.Keys];

    [Fact]
    public void Every_folder_has_its_rule() => Core.Select(RoomOf).Distinct().Should().BeEquivalentTo(Known.Keys);

    [Theory]
    [MemberData(nameof(Folders))]
    public void A_folder_knows_only_itself_and_those_that_it_may_know(string folder) =>
        TypesIn(folder).Should()
            .NotDependOnAny(TypesIn([.. Known.Keys.Concat(AtTheEnd).Except([folder, .. Known[folder]])]))
            .Because("data goes one way through the folders: see CONTRIBUTING.md")
            .Check(Library);

    [Fact]
    public void Types_of_different_folders_form_no_circle() =>
        Circles.Value.Where(circle => circle.Select(FolderOf).Distinct().Count() > 1).Should().BeEmpty();

    [Fact]
    public void Types_of_the_pipeline_form_no_circle() =>
        Circles.Value.Where(circle => circle.Exists(type => RoomOf(type) == "Pipeline")).Should().BeEmpty();

    [Fact]
    public void Only_Discovery_knows_BenchmarkDotNet() =>
        Types().That().DependOnAny(Types(true).That().HaveFullNameMatching(@"^BenchmarkDotNet\."))
            .Should().Be(TypesIn("Discovery"))
            .OrShould().Be(typeof(HttpFileBenchmarks<,>), typeof(InterleavedJobAttribute), typeof(TestMethodBenchmarks<>))
            .Because("measuring must not depend on how benchmarks are declared")
            .Check(Library);

    [Fact]
    public void Only_reports_know_Razor() =>
        new[] { typeof(PerfCase), typeof(Verdict), typeof(CaseId), typeof(ResultsDocument), typeof(ThresholdsEdit) }
            .SelectMany(type => type.Assembly.GetReferencedAssemblies().Select(a => a.Name!))
            .Should().NotContain(name => name.StartsWith("Microsoft.AspNetCore.Components", StringComparison.Ordinal));

    [Fact]
    public void The_core_knows_no_test_framework() =>
        typeof(PerfCase).Assembly.GetReferencedAssemblies().Select(a => a.Name!)
            .Should().NotContain(name => name.StartsWith("xunit", StringComparison.OrdinalIgnoreCase));

    [Fact]
    public void Comparing_and_judging_touch_nothing_outside_and_read_no_clock() =>
        Types().That().ResideInAssembly(typeof(Verdict).Assembly, typeof(CaseId).Assembly).Should()
            .NotDependOnAny(Types(true).That().HaveFullNameMatching(
                @"^System\.(IO\.(?!Path$)|Net\.|Threading\.|Diagnostics\.(Proc|Stopw)|Console|Environment|Guid|Random|TimeProvider)"))
            .Because("the same samples must give the same verdict")
            .Check(Library);

    /// <summary>A clock that is set while something is measured must not show in its figures.</summary>
    [Fact]
    public void Only_monotonic_clocks_are_read() =>
        Library.Types
            .Where(type => type.GetCalledMethods().Any(
                method => Regex.IsMatch(method.FullName, @"System\.DateTime(Offset)?::get_(Utc)?Now\(|::Get(Utc|Local)Now\(")))
            .Select(type => type.Name)
            // The last one is what a request sends as the date.
            .Should().BeEquivalentTo("RunCertificate", "RunResults", "GeneratedValue");

    private static GivenTypesConjunctionWithDescription TypesIn(params string[] folders) =>
        Types(true).That().FollowCustomPredicate(type => folders.Contains(RoomOf(type)), "").As($"Types in {string.Join(", ", folders)}");

    /// <summary>Types that know each other, those of a circle in one list. A nested type belongs to the one around it.</summary>
    private static List<List<IType>> FindCircles()
    {
        var outer = Core.Where(type => !type.IsNested).ToDictionary(type => type.FullName);
        IType? Outer(IType type) => outer.GetValueOrDefault(type.FullName.Split('+')[0]);
        var known = Core.ToLookup(Outer, type => type.GetTypeDependencies().Select(Outer).OfType<IType>().Distinct().ToList());
        return
        [
            .. outer.Values.DetectCycles(type => known[type].SelectMany(types => types).Where(other => other != type))
                .Where(circle => circle.IsCyclic)
                .Select(circle => circle.Contents.ToList()),
        ];
    }

    /// <summary>The folder below the project's.</summary>
    private static string? RoomOf(IType type) => FolderOf(type)?.Split('.')[0];

    /// <summary>The folder in the project, with dots; null for what is not of HttpPerf.</summary>
    private static string? FolderOf(IType type) =>
        Elsewhere.TryGetValue(type.FullName.Split('+')[0], out var folder) ? folder : type.Namespace.FullName.Split('.', 2) switch
        {
            ["HttpPerf", var rest] => rest,
            ["HttpPerf"] when type.Assembly.Name == "HttpPerf" => "Api",
            _ => null,
        };
}
