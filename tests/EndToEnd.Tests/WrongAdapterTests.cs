using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>
/// References to an adapter in projects of several test frameworks. Only the targets that the packages bring are run, between stand-ins for
/// the SDK's that find references and compile.
/// </summary>
public sealed class WrongAdapterTests
{
    [Theory]
    [InlineData("HttpPerf.Xunit", "xunit.v3.core;xunit.core;xunit.assert", "xUnit v3", "xUnit v2", "HttpPerf.Xunit2")]
    [InlineData("HttpPerf.Xunit", "xunit.v3.core;nunit.framework", "xUnit v3", "NUnit", "HttpPerf")]
    [InlineData("HttpPerf.Xunit", "xunit.v3.core;MSTest.TestFramework", "xUnit v3", "MSTest", "HttpPerf")]
    [InlineData("HttpPerf.Xunit2", "xunit.core;xunit.v3.core;xunit.v3.runner.inproc.console", "xUnit v2", "xUnit v3", "HttpPerf.Xunit")]
    [InlineData("HttpPerf.Xunit2", "xunit.core;nunit.framework", "xUnit v2", "NUnit", "HttpPerf")]
    [InlineData("HttpPerf.Xunit2", "xunit.core;Microsoft.VisualStudio.TestPlatform.TestFramework", "xUnit v2", "MSTest", "HttpPerf")]
    public async Task An_adapter_for_another_framework_is_an_error_that_names_the_right_package(
        string adapter, string references, string expected, string used, string package)
    {
        var (exitCode, output) = await Compile(adapter, references);

        exitCode.Should().Be(1, output);
        output.Should()
            .Contain($"error : {adapter} is for {expected}, and this project uses {used}. Reference {package} instead.")
            .And.NotContain("Compiled");
    }

    [Theory]
    [InlineData("HttpPerf.Xunit", "xunit.v3.core;xunit.v3.assert;xunit.v3.runner.inproc.console")]
    [InlineData("HttpPerf.Xunit2", "xunit.core;xunit.assert")]
    public async Task An_adapter_for_the_projects_framework_is_none(string adapter, string references)
    {
        var (exitCode, output) = await Compile(adapter, references);

        exitCode.Should().Be(0, output);
        output.Should().Contain("Compiled");
    }

    [Theory]
    [InlineData("<PackageReference Include='xunit.v3.mtp-v2' />", true)]
    [InlineData("<PackageReference Include='xunit.v3.mtp-off' /><PackageReference Include='xunit.v3' />", true)]
    [InlineData("<PackageReference Include='xunit.v3.mtp-v1' /><PackageReference Include='xunit.v3' />", false)]
    public async Task Another_variant_of_xUnit_beside_the_adapters_is_an_error(string packages, bool isError)
    {
        var (exitCode, output) = await Compile("HttpPerf.Xunit", "xunit.v3.core", packages);

        exitCode.Should().Be(isError ? 1 : 0, output);
        output.Contains("error : HttpPerf.Xunit brings xunit.v3, and this project references xunit.v3.mtp-").Should().Be(isError, output);
    }

    private static Task<(int ExitCode, string Output)> Compile(string adapter, string references, string packages = "") =>
        BroughtFiles.Build(
            $"""
            <Project>
              <ItemGroup>{packages}</ItemGroup>
              <Target Name="ResolveAssemblyReferences">
                <ItemGroup>
                  <ReferencePath Include="{references.Replace(";", ".dll;", StringComparison.Ordinal)}.dll" />
                </ItemGroup>
              </Target>
              <Target Name="CoreCompile" DependsOnTargets="ResolveAssemblyReferences">
                <Message Text="Compiled" Importance="high" />
              </Target>
              <Import Project="{BroughtFiles.Find("HttpPerf", "targets")}" />
              <Import Project="{BroughtFiles.Find(adapter, "targets")}" />
            </Project>
            """,
            "-t:CoreCompile");
}
