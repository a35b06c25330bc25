using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests.EndToEnd;

/// <summary>
/// References to an adapter in projects of several test frameworks. Only the targets that the packages bring are run, between stand-ins for
/// the SDK's that find references and compile.
/// </summary>
public sealed class WrongAdapterTests(WrongAdapterTests.Fixture fixture) : IClassFixture<WrongAdapterTests.Fixture>
{
    public static TheoryData<string, string, string, string, string> Wrong => new()
    {
        { "HttpPerf.Xunit", "xunit.v3.core;xunit.core;xunit.assert", "xUnit v3", "xUnit v2", "HttpPerf.Xunit2" },
        { "HttpPerf.Xunit", "xunit.v3.core;nunit.framework", "xUnit v3", "NUnit", "HttpPerf" },
        { "HttpPerf.Xunit", "xunit.v3.core;MSTest.TestFramework", "xUnit v3", "MSTest", "HttpPerf" },
        { "HttpPerf.Xunit2", "xunit.core;xunit.v3.core;xunit.v3.runner.inproc.console", "xUnit v2", "xUnit v3", "HttpPerf.Xunit" },
        { "HttpPerf.Xunit2", "xunit.core;nunit.framework", "xUnit v2", "NUnit", "HttpPerf" },
        { "HttpPerf.Xunit2", "xunit.core;Microsoft.VisualStudio.TestPlatform.TestFramework", "xUnit v2", "MSTest", "HttpPerf" },
    };

    public static TheoryData<string, string> Right => new()
    {
        { "HttpPerf.Xunit", "xunit.v3.core;xunit.v3.assert;xunit.v3.runner.inproc.console" },
        { "HttpPerf.Xunit2", "xunit.core;xunit.assert" },
    };

    public static TheoryData<string, bool> Variants => new()
    {
        { "<PackageReference Include='xunit.v3.mtp-v2' />", true },
        { "<PackageReference Include='xunit.v3.mtp-off' /><PackageReference Include='xunit.v3' />", true },
        { "<PackageReference Include='xunit.v3.mtp-v1' /><PackageReference Include='xunit.v3' />", false },
    };

    [Theory]
    [MemberData(nameof(Wrong))]
    public void An_adapter_for_another_framework_is_an_error_that_names_the_right_package(
        string adapter, string references, string expected, string used, string package)
    {
        var (exitCode, output) = fixture.Built[Compiled(adapter, references)];

        exitCode.Should().Be(1, output);
        output.Should()
            .Contain($"error : {adapter} is for {expected}, and this project uses {used}. Reference {package} instead.")
            .And.NotContain("Compiled");
    }

    [Theory]
    [MemberData(nameof(Right))]
    public void An_adapter_for_the_projects_framework_is_none(string adapter, string references)
    {
        var (exitCode, output) = fixture.Built[Compiled(adapter, references)];

        exitCode.Should().Be(0, output);
        output.Should().Contain("Compiled");
    }

    [Theory]
    [MemberData(nameof(Variants))]
    public void Another_variant_of_xUnit_beside_the_adapters_is_an_error(string packages, bool isError)
    {
        var (exitCode, output) = fixture.Built[OfVariant(packages)];

        exitCode.Should().Be(isError ? 1 : 0, output);
        output.Contains("error : HttpPerf.Xunit brings xunit.v3, and this project references xunit.v3.mtp-").Should().Be(isError, output);
    }

    private static string OfVariant(string packages) => Compiled("HttpPerf.Xunit", "xunit.v3.core", packages);

    private static string Compiled(string adapter, string references, string packages = "") => $"""
        <Project DefaultTargets="CoreCompile">
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
        """;

    public sealed class Fixture : IAsyncLifetime
    {
        internal IReadOnlyDictionary<string, (int ExitCode, string Output)> Built { get; private set; } = null!;

        public async ValueTask InitializeAsync() => Built = await BroughtFiles.Build(
        [
            .. Wrong.Select(row => Compiled(row.Data.Item1, row.Data.Item2)),
            .. Right.Select(row => Compiled(row.Data.Item1, row.Data.Item2)),
            .. Variants.Select(row => OfVariant(row.Data.Item1)),
        ]);

        public ValueTask DisposeAsync() => default;
    }
}
