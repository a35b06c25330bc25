using FluentAssertions;
using HttpPerf.GateQuality.Evidence;
using Xunit;

namespace HttpPerf.GateQuality.Tests.Evidence;

public class PagesTests
{
    [Fact]
    public void Pages_and_pictures_say_what_the_recorded_runs_say()
    {
        var repository = EvidenceCommand.FindRepository();
        foreach (var (path, text) in Pages.Render(repository))
        {
            var file = Path.Combine(repository, path);
            (File.Exists(file) ? File.ReadAllText(file) : null).Should().Be(
                text, "{0} is made: dotnet run --project bench/GateQuality -- --evidence report", path);
        }
    }

    [Fact]
    public void Only_what_is_between_the_markers_is_made() =>
        Pages.Replace($"before\n{Pages.Begin}\nold\n{Pages.End}\nafter", "new\n").Should()
            .Be($"before\n{Pages.Begin}\n\nnew\n\n{Pages.End}\nafter");

    [Fact]
    public void A_page_without_markers_is_refused()
    {
        var replace = () => Pages.Replace($"{Pages.End}\n{Pages.Begin}", "new");

        replace.Should().Throw<FormatException>().WithMessage("A page lacks the lines*");
    }
}
