using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests;

/// <summary>Who may know whom in the library; read from its sources, because that is where it is decided.</summary>
public sealed partial class LayeringTests
{
    private static readonly string[] Layers = ["Running", "Measuring", "Comparing", "Thresholds", "Reporting"];

    public static TheoryData<string> AllLayers => [.. Layers];

    [Theory]
    [MemberData(nameof(AllLayers))]
    public void A_layer_knows_only_itself_and_those_before_it(string layer)
    {
        var known = Layers[..(Array.IndexOf(Layers, layer) + 1)];
        string[] others = [.. Layers.Except(known), "Hosting"];

        Offences(SourcesOf(layer), $@"\b(?:HttpPerf\.)?(?:{string.Join('|', others)})\.[A-Z]|using HttpPerf\.(?:{string.Join('|', others)});").Should().BeEmpty();
    }

    [Theory]
    [MemberData(nameof(AllLayers))]
    public void No_layer_knows_the_types_above_it(string layer)
    {
        var above = SourcesOf("").Select(f => Path.GetFileNameWithoutExtension(f)).ToList();
        above.Should().Contain("PerfSession");

        Offences(SourcesOf(layer), $@"\b(?:{string.Join('|', above)})\b").Should().BeEmpty();
    }

    [Fact]
    public void Counting_knows_nothing_else_of_the_library() =>
        Offences(SourcesOf("Counting"), $@"\b(?:HttpPerf\.)?(?:{string.Join('|', Layers.Append("Hosting"))})\.[A-Z]|using HttpPerf\.")
            .Should().BeEmpty();

    [Fact]
    public void Hosting_knows_nothing_but_Counting() =>
        Offences(SourcesOf("Hosting"), $@"\b(?:HttpPerf\.)?(?:{string.Join('|', Layers)})\.[A-Z]|using HttpPerf\.(?:{string.Join('|', Layers)});")
            .Should().BeEmpty();

    [Fact]
    public void Only_Running_knows_BenchmarkDotNet()
    {
        var others = Layers.Skip(1).Append("Counting").Append("Hosting").SelectMany(SourcesOf).Concat(SourcesOf(""));

        Offences(others, @"\bBenchmarkDotNet\.[A-Z]").Should().Equal("InterleavedJobAttribute.cs: using BenchmarkDotNet.Configs;");
    }

    [Fact]
    public void Comparing_and_judging_touch_nothing_outside_and_read_no_clock() =>
        Offences(
            [.. SourcesOf("Comparing"), .. SourcesOf("Thresholds").Where(f => Path.GetFileName(f) is "Judge.cs" or "SuggestedLimit.cs" or "MetricTraits.cs")],
            @"\b(?:File|Directory|Path|Stream|Console|Environment|Process|Stopwatch|DateTime|DateTimeOffset|TimeProvider|Timer|Task|Thread|Random|Guid|TestContext)\.\w")
            .Should().BeEmpty();

    /// <summary>A clock that is set while something is measured must not show in its figures.</summary>
    [Fact]
    public void Only_monotonic_clocks_are_read() =>
        Offences([.. Layers.Append("Hosting").Append("Counting").SelectMany(SourcesOf), .. SourcesOf("")], @"\b(?:DateTime|DateTimeOffset)\.(?:Utc)?Now\b|\.Get(?:Utc|Local)Now\b")
            .Should().OnlyContain(line => line.StartsWith("RunCertificate.cs: ", StringComparison.Ordinal));

    [Fact]
    public void Every_class_that_is_not_public_is_closed_to_derivation_or_made_for_it() =>
        typeof(PerfCase).Assembly.GetTypes()
            .Where(t => t.IsClass && !t.IsVisible && !t.IsSealed && !t.IsAbstract && !t.IsDefined(typeof(CompilerGeneratedAttribute), inherit: false))
            .Should().BeEmpty();

    /// <summary>Lines of code that match; comments may speak of anything.</summary>
    private static IEnumerable<string> Offences(IEnumerable<string> files, string pattern) =>
        from file in files
        from line in File.ReadLines(file)
        let code = Comment().Replace(line, "").Trim()
        where Regex.IsMatch(code, pattern)
        select $"{Path.GetFileName(file)}: {code}";

    private static string[] SourcesOf(string folder)
    {
        var root = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(root, "HttpPerf.sln")))
            root = Path.GetDirectoryName(root)!;
        // Counting is done in the API's process too, so it belongs to the assembly that is loaded there.
        return Directory.GetFiles(
            Path.Combine(root, "src", folder == "Counting" ? "HttpPerf.Server" : "HttpPerf", folder), "*.cs", folder.Length > 0 ? SearchOption.AllDirectories : SearchOption.TopDirectoryOnly);
    }

    [GeneratedRegex("//.*")]
    private static partial Regex Comment();
}
