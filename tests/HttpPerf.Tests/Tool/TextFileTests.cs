using System.Text;
using FluentAssertions;
using HttpPerf.Tool;
using Xunit;

namespace HttpPerf.Tests.Tool;

public sealed class TextFileTests : IDisposable
{
    private readonly string _path = Path.GetTempFileName();

    public static TheoryData<Encoding> Encodings => [new UTF8Encoding(false), new UTF8Encoding(true), Encoding.Unicode];

    [Theory]
    [MemberData(nameof(Encodings))]
    public async Task An_edited_file_keeps_its_encoding(Encoding encoding)
    {
        File.WriteAllText(_path, "GET /ä", encoding);

        await TextFile.Edit(_path, text => $"{text}\n", TestContext.Current.CancellationToken);

        File.ReadAllBytes(_path).Should().Equal([.. encoding.GetPreamble(), .. encoding.GetBytes("GET /ä\n")]);
    }

    [Fact]
    public async Task A_new_file_has_no_byte_order_mark()
    {
        File.Delete(_path);

        await TextFile.Edit(_path, text => $"{text}new", TestContext.Current.CancellationToken);

        File.ReadAllBytes(_path).Should().Equal("new"u8.ToArray());
    }

    public void Dispose() => File.Delete(_path);
}
