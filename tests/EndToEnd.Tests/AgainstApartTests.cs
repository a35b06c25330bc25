using System.Text.Json.Nodes;
using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>Builds that could not be told apart in one process.</summary>
public sealed class AgainstApartTests
{
    /// <summary>Newtonsoft.Json 13.0.3 allocates 72 B less than 13.0.1 to read an array of three numbers.</summary>
    [Fact]
    public async Task Another_version_of_a_package_that_the_adapter_needs_too_is_measured_in_processes_of_its_own()
    {
        using var now = FolderCopy.Of(TestProject.Sample.Folder);
        File.Copy(
            Path.Combine(TestProject.Restored("Newtonsoft.Json 13.0.1"), "Newtonsoft.Json.dll"),
            Path.Combine(now.Folder, "Newtonsoft.Json.dll"),
            overwrite: true);
        await ReferToNewtonsoftJson(Path.Combine(now.Folder, "SampleTests.deps.json"));

        var run = await TestRun.OfExecutableBeside(
            "SharedPackage",
            """
            {
              "benchmarks": { "SharedPackage.*": { "against": { "timeRatio": 9 } } },
              "settings": { "budgetSeconds": 1, "epochs": 4, "processes": 3 }
            }
            """,
            new TestProject("SampleTests", now.Folder),
            new Dictionary<string, string>
            {
                ["HTTPPERF_AGAINST"] = TestProject.Sample.Folder,
                ["HTTPPERF_AGAINST_NAME"] = "main",
                ["HTTPPERF_EXPLAIN"] = "",
            });

        run["SharedPackage.Reads"].Message.Should()
            .Contain("SharedPackage.Reads allocates 72 B/op more than at main; the default allows 0 B/op.")
            .And.Contain("+72 B   3 × long (24 B)   at JsonTextReader.Read ← SharedPackage.Reads");
        run["SharedPackage.Reads"].Output.Should().Contain(
            "One process can't have both builds of Reads, so each was measured in 3 processes of its own, in turn. Ratios to the earlier "
            + "build are less certain. Both would use the same version of Newtonsoft.Json 13.0.3 before and 13.0.1 now, because HttpPerf "
            + "or the adapter for the test framework needs it, too.");
    }

    /// <summary>Makes the build one whose version is 13.0.1, and whose test platform needs it, as that of older versions does.</summary>
    private static async Task ReferToNewtonsoftJson(string dependencies)
    {
        var text = (await File.ReadAllTextAsync(dependencies, TestContext.Current.CancellationToken))
            .Replace("Newtonsoft.Json/13.0.3", "Newtonsoft.Json/13.0.1").Replace("\"13.0.3.27908\"", "\"13.0.1.25517\"");
        var json = JsonNode.Parse(text)!;
        var libraries = json["targets"]!.AsObject().Single().Value!.AsObject();
        var sdk = libraries.Single(library => library.Key.StartsWith("Microsoft.NET.Test.Sdk/", StringComparison.Ordinal)).Value!;
        sdk["dependencies"] ??= new JsonObject();
        sdk["dependencies"]!["Newtonsoft.Json"] = "13.0.1";
        await File.WriteAllTextAsync(dependencies, json.ToJsonString(), TestContext.Current.CancellationToken);
    }
}
