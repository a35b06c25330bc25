using System.Reflection;
using FluentAssertions;
using PublicApiGenerator;
using Xunit;

namespace HttpPerf.Tests;

/// <summary>The public API. Whoever changes it, changes a file in the repository too.</summary>
public sealed class PublicApiTests
{
    private static readonly ApiGeneratorOptions Options = new()
    {
        IncludeAssemblyAttributes = false,
        ExcludeAttributes =
        [
            "System.Diagnostics.DebuggerDisplayAttribute",
            // How a member is written is in the schema.
            "System.Text.Json.Serialization.JsonIgnoreAttribute", "System.Text.Json.Serialization.JsonPropertyNameAttribute",
        ],
    };

    [Theory]
    [InlineData("HttpPerf", "XunitV3")]
    [InlineData("HttpPerf.Model", "XunitV3")]
    [InlineData("HttpPerf.Judging", "XunitV3")]
    [InlineData("HttpPerf.Results", "XunitV3")]
    [InlineData("HttpPerf.InMemory", "Orders/PerfTests")]
    [InlineData("HttpPerf.Xunit", "XunitV3")]
    [InlineData("HttpPerf.Xunit2", "XunitV2")]
    public void It_changes_only_on_purpose(string assembly, string sample)
    {
        var accepted = Path.Combine(TestProject.Repository, "tests", "HttpPerf.Tests", "PublicApi", $"{assembly}.txt");
        var received = Path.Combine(AppContext.BaseDirectory, $"{assembly}.received.txt");
        File.WriteAllText(received, Load(assembly, sample).GeneratePublicApi(Options).ReplaceLineEndings("\n") + "\n");

        File.ReadAllLines(accepted).Should().Equal(
            File.ReadAllLines(received), "the public members are in {0}; if the change is intended, copy it over {1}", received, accepted);
    }

    /// <summary>From a sample, which has all that it depends on.</summary>
    private static Assembly Load(string name, string sample)
    {
        var configuration = Directory.GetParent(AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar))!.Name;
        return Assembly.LoadFrom(
            Path.Combine(TestProject.Repository, "samples", sample, "bin", configuration, "net10.0", $"{name}.dll"));
    }
}
