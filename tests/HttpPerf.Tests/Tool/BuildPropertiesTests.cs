using FluentAssertions;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

/// <summary>How the properties of an earlier build are named wherever others read it.</summary>
public sealed class BuildPropertiesTests
{
    private static readonly Commit Main = new("main", "a1b2c3d4e5f6");

    [Theory]
    [InlineData("XVersion=1.2.3", "XVersion=1.2.3")]
    [InlineData("XVersion=1.2.3-preview.4", "XVersion=1.2.3-preview.4")]
    [InlineData("FeedToken=hunter2", "FeedToken")]
    [InlineData("FeedToken=1.2.3", "FeedToken")]
    [InlineData("XVersion=hunter2", "XVersion")]
    [InlineData("XVersion=1.2.3-hunter2hunter2", "XVersion")]
    [InlineData("XVersion=1.2;FeedToken=hunter2", "XVersion=1.2, FeedToken")]
    [InlineData("FeedToken=hunter2;hunter2=", "FeedToken, hunter2")]
    [InlineData("ConnectionString=Server=a,Password=hunter2", "ConnectionString, Password")]
    [InlineData("A=1 B=1 C=1 D=1 E=1", "A, B, C and 2 more properties")]
    public void Only_versions_are_shown_and_never_a_line_of_names(string properties, string shown) =>
        new BuildProperties(properties.Split(' ')).Describe(Main).Should().Be($"main (a1b2c3d) with {shown}");

    [Fact]
    public void What_NuGet_took_for_a_version_that_it_does_not_have_is_shown_with_it() =>
        new BuildProperties(["XVersion=1.2.3"]).Describe(Main, new Dictionary<string, string> { ["XVersion"] = "X 1.3.0" })
            .Should().Be("main (a1b2c3d) with XVersion=1.2.3 (NuGet took X 1.3.0)");

    [Theory]
    [InlineData("TargetFramework=net9.0", "SetTargetFramework=\"TargetFramework=$(ApiFramework)\"")]
    [InlineData("targetframework=net9.0", "dotnet httpperf against --property ApiFramework=net9.0")]
    [InlineData("XVersion=1;OutDir=out", "--property OutDir would move the earlier build")]
    [InlineData("Configuration=Release", "HTTPPERF_AGAINST=\"$PWD/tests/Perf/bin/Debug/net10.0\" dotnet test tests/Perf -c Release")]
    public void A_property_with_which_nothing_can_be_compared_is_refused_with_the_way_that_works(string property, string advice) =>
        new BuildProperties([property]).Blocker.Should().Contain(advice);

    [Fact]
    public void Any_other_property_is_used() => new BuildProperties(["XVersion=1", "ApiFramework=net9.0"]).Blocker.Should().BeNull();

    [Theory]
    [InlineData("1.2.3", "1.3.0", "", true)]
    [InlineData("1.2", "1.2.0", "", false)]
    [InlineData("1.2.3.0", "1.2.3", "", false)]
    [InlineData("1.2.3", "1.2.3", "", false)]
    [InlineData("1.2.3", "1.3.0", "node_modules/", true)]
    public void A_version_that_NuGet_has_replaced_is_found_where_it_was_restored(string asked, string taken, string folder, bool isReplaced)
    {
        var tree = Directory.CreateTempSubdirectory("httpperf-");
        try
        {
            var restored = tree.CreateSubdirectory($"{folder}src/X/obj").FullName;
            File.WriteAllText(Path.Combine(restored, "project.assets.json"), $$"""
                {
                  "version": 3,
                  "libraries": { "X/{{taken}}": {}, "Other/2.0.0": {}, "Lib/1.0.0": { "type": "project" } },
                  "project": {
                    "frameworks": {
                      "net10.0": { "dependencies": { "X": { "version": "[{{asked}}, )" }, "Other": { "version": "[1.0.0, )" } } },
                      "net9.0": {}
                    }
                  }
                }
                """);

            var found = ReplacedVersions.Find(tree.FullName, new BuildProperties([$"XVersion={asked}"]).Versions);

            found.Should().BeEquivalentTo(isReplaced ? new Dictionary<string, string> { ["XVersion"] = $"X {taken}" } : []);
        }
        finally
        {
            tree.Delete(recursive: true);
        }
    }
}
