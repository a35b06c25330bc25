using System.Text.RegularExpressions;
using FluentAssertions;
using Xunit;

namespace HttpPerf.Tests;

public sealed partial class LineWidthTests
{
    private static readonly string[] Folders = ["src", "tests", "bench", "samples"];

    /// <summary>Beyond this width, reviews and side-by-side views wrap.</summary>
    [Fact]
    public void No_line_of_code_is_longer_than_140_columns()
    {
        var files = Folders
            .SelectMany(folder => Directory.GetFiles(Path.Combine(TestProject.Repository, folder), "*.cs", SearchOption.AllDirectories))
            .Where(file => !Built().IsMatch(file))
            .ToList();

        files.Should().HaveCountGreaterThan(300);
        files.SelectMany(file => File.ReadLines(file).Select((line, index) => (line, Place: $"{file}:{index + 1}")))
            .Where(line => line.line.Length > 140)
            .Select(line => line.Place)
            .Should().BeEmpty();
    }

    [GeneratedRegex(@"[\\/](?:obj|bin)[\\/]")]
    private static partial Regex Built();
}
