using FluentAssertions;
using HttpPerf.EarlierBuilds;
using Xunit;

namespace HttpPerf.Tests.EarlierBuilds;

public sealed class EarlierBuildTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("httpperf-").FullName;

    [Theory]
    [InlineData("nowhere", "There is no earlier build to compare with: *nowhere does not exist. Set HTTPPERF_AGAINST to the folder*")]
    [InlineData(
        "empty", "There is no earlier build to compare with: *empty has no HttpPerf.Tests.dll. Set HTTPPERF_AGAINST to the folder*")]
    [InlineData("other", "The earlier build in *other doesn't use HttpPerf, so it has nothing to compare with.")]
    [InlineData("broken", "The earlier build *HttpPerf.Tests.dll can't be loaded: *")]
    [InlineData("", "* is the folder of this build itself, not of an earlier one. Set HTTPPERF_AGAINST to *")]
    public void A_folder_without_an_earlier_build_is_named(string name, string message)
    {
        var today = typeof(EarlierBuildTests).Assembly;
        Directory.CreateDirectory(Path.Combine(_root, "empty"));
        Write("other", "HttpPerf.Tests.dll");
        Write("broken", "HttpPerf.Tests.dll");
        Write("broken", "HttpPerf.dll");

        var load = () => EarlierBuild.Load(name.Length > 0 ? Path.Combine(_root, name) : AppContext.BaseDirectory, today);

        load.Should().Throw<InvalidRunException>().WithMessage(message);
    }

    public void Dispose() => Directory.Delete(_root, recursive: true);

    private void Write(string folder, string file) =>
        File.WriteAllText(Path.Combine(Directory.CreateDirectory(Path.Combine(_root, folder)).FullName, file), "no assembly");
}
