using FluentAssertions;
using HttpPerf.Results;
using HttpPerf.Tests.Results;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

/// <summary>Which results <c>against</c> prints annotations of: those of the tests that it ran.</summary>
public sealed class AnnotationsTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("httpperf-annotations-").FullName;

    [Fact]
    public void Results_are_new_if_their_content_is_whatever_the_clock_of_the_file_system_says()
    {
        var (changed, kept) = (Write("Changed"), Write("Kept"));
        var before = Annotations.Snapshot(_folder, _ => "true");
        File.SetLastWriteTimeUtc(kept, DateTime.UtcNow.AddMinutes(1));

        Write("Changed", DateTimeOffset.UtcNow);
        File.SetLastWriteTimeUtc(changed, DateTime.UtcNow.AddMinutes(-1));
        var added = Write("Added");
        File.SetLastWriteTimeUtc(added, DateTime.UtcNow.AddMinutes(-1));

        Annotations.FindNew(_folder, before).Should().Equal(added, changed);
    }

    [Fact]
    public void Where_there_were_no_results_all_are_new()
    {
        var before = Annotations.Snapshot(_folder, _ => "true");

        var added = Write("Added");

        Annotations.FindNew(_folder, before).Should().Equal(added);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private string Write(string project, DateTimeOffset? started = null)
    {
        var file = Path.Combine(_folder, project, LastResults.Default);
        ResultsFile.Write(file, Recorded.Document with { Started = started ?? Recorded.Document.Started });
        return file;
    }
}
