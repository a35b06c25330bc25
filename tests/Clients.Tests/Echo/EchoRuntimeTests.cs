using FluentAssertions;
using HttpPerf.Clients.Subjects;
using Xunit;

namespace HttpPerf.Clients.Tests;

public sealed class EchoRuntimeTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void Where_there_is_no_Mono_it_says_what_to_install() =>
        EchoRuntime.Mono(_folder.FullName).Installation.Missing
            .Should().Be("Run bench/Clients/install, or install the Debian package mono-devel.");

    [Fact]
    public void A_Mono_without_the_libraries_is_not_enough()
    {
        var mono = Path.Combine(_folder.FullName, "mono");
        File.WriteAllText(mono, "");

        EchoRuntime.Mono(_folder.FullName).Installation.Missing.Should().Be(
            $"{mono} lacks netstandard.dll. Run bench/Clients/install, or install the Debian package mono-devel.");
    }

    [Fact]
    public void The_program_is_run_by_the_first_Mono_on_the_path()
    {
        var mono = Path.Combine(_folder.FullName, "mono");
        File.WriteAllText(mono, "");

        var path = string.Join(Path.PathSeparator, Path.Combine(_folder.FullName, "none"), _folder.FullName);

        var start = EchoRuntime.Mono(path).Start("--size", "0");

        start.FileName.Should().Be(mono);
        start.ArgumentList.Skip(1).Should().Equal("--size", "0");
    }
}
