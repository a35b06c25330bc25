using System.Text;
using FluentAssertions;
using HttpPerf.Hosting.Child;
using Xunit;

namespace HttpPerf.Tests.Hosting;

public sealed class OutputReaderTests
{
    [Fact]
    public async Task Two_streams_are_kept_in_the_order_of_their_lines_ends()
    {
        var ring = new OutputRing();
        using var output = new Chunks("the first half, ", "the second\n", "more\n");
        var reader = new OutputReader(output, ring);
        output.BeforeRead(1, () => new OutputReader(new Chunks("an error\n", "without an end"), ring).Read());

        reader.Read();

        await reader.End;
        ring.LastLines(200).Should().Be("an error\nwithout an end\nthe first half, the second\nmore");
    }

    [Fact]
    public void A_character_that_comes_in_two_pieces_stays_whole()
    {
        var ring = new OutputRing();
        var bytes = Encoding.UTF8.GetBytes("größer\n");

        new OutputReader(new Chunks(bytes[..3], bytes[3..]), ring).Read();

        ring.LastLines(200).Should().Be("größer");
    }

    [Fact]
    public void A_line_that_is_too_long_is_broken_up()
    {
        var ring = new OutputRing();

        new OutputReader(new MemoryStream(Encoding.UTF8.GetBytes(new string('x', OutputReader.LongestLine + 5) + "\nnext\n")), ring).Read();

        ring.LastLines(200).Should().Be(new string('x', OutputReader.LongestLine) + "\nxxxxx\nnext");
    }

    [Fact]
    public void Reading_allocates_nothing()
    {
        var ring = new OutputRing();
        var chunks = new Chunks([.. Enumerable.Repeat(Encoding.UTF8.GetBytes("a line of output\nand a half"), 20_000)]);
        new OutputReader(new Chunks("warm-up\n"), ring).Read();
        var reader = new OutputReader(chunks, ring);

        var before = GC.GetAllocatedBytesForCurrentThread();
        reader.Read();
        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;

        allocated.Should().Be(0);
    }

    [Fact]
    public async Task A_broken_pipe_is_an_end()
    {
        var ring = new OutputRing();
        using var output = new Chunks("all that came\n");
        output.BeforeRead(1, () => throw new IOException("The pipe has been ended."));
        var reader = new OutputReader(output, ring);

        reader.Read();

        await reader.End;
        ring.LastLines(200).Should().Be("all that came");
    }

    // Gives one chunk a read.
    private sealed class Chunks(params byte[][] chunks) : MemoryStream
    {
        private readonly Dictionary<int, Action> _before = [];
        private int _reads;

        public Chunks(params string[] chunks) : this([.. chunks.Select(Encoding.UTF8.GetBytes)])
        {
        }

        public void BeforeRead(int number, Action action) => _before[number] = action;

        public override int Read(Span<byte> buffer)
        {
            if (_before.TryGetValue(_reads, out var action))
                action();
            if (_reads == chunks.Length)
                return 0;

            var chunk = chunks[_reads++];
            chunk.CopyTo(buffer);
            return chunk.Length;
        }
    }
}
