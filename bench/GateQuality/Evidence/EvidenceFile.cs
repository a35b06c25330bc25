using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace HttpPerf.GateQuality.Evidence;

/// <summary>The lines of a recorded file, and what of it was interrupted.</summary>
internal sealed record EvidenceFile(IReadOnlyList<Line> Lines, IReadOnlyList<string> Interrupted)
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        RespectRequiredConstructorParameters = true,
        Converters = { new SixDigits() },
    };

    /// <summary>All files of a folder.</summary>
    /// <exception cref="FormatException">One is damaged other than at its end.</exception>
    public static EvidenceFile ReadAll(string folder)
    {
        EvidenceFile[] files = Directory.Exists(folder)
            ? [
                .. Directory.GetFiles(folder, "*.jsonl").Order(StringComparer.Ordinal)
                    .Select(file => Parse(Path.GetFileName(file), File.ReadAllText(file))),
            ]
            : [];
        return new([.. files.SelectMany(file => file.Lines)], [.. files.SelectMany(file => file.Interrupted)]);
    }

    /// <param name="name">What messages call it.</param>
    /// <param name="text">Its content.</param>
    /// <exception cref="FormatException">A line other than the last one is damaged.</exception>
    public static EvidenceFile Parse(string name, string text)
    {
        var lines = new List<Line>();
        var interrupted = new List<string>();
        var rows = text.Split('\n');
        for (var i = 0; i < rows.Length; i++)
        {
            if (string.IsNullOrWhiteSpace(rows[i]))
                continue;
            try
            {
                lines.Add(JsonSerializer.Deserialize<Line>(rows[i], Json) ?? throw new JsonException("It is null."));
            }
            // Only what was being written when the program ended has no end of line.
            catch (JsonException) when (i == rows.Length - 1)
            {
                interrupted.Add($"{name}:{i + 1} ends within a line, so its run isn't counted.");
            }
            catch (JsonException e)
            {
                var reason = e.Message.Split(" Path: ")[0];
                throw new FormatException($"{name}:{i + 1} is no verdict: {reason} Restore the file, or delete the line.", e);
            }
        }

        foreach (var run in lines.GroupBy(line => line.Run).Where(run => run.Count() != run.First().Of).ToList())
        {
            interrupted.Add($"{name}: of run {run.Key}, {run.Count()} of {run.First().Of} lines are there, so it isn't counted.");
            lines.RemoveAll(line => line.Run == run.Key);
        }

        return new(lines, interrupted);
    }

    /// <summary>Adds the lines of a run. What an interrupted run has left of a line goes.</summary>
    public static void Append(string path, IReadOnlyList<Line> run)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
        using var file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite);
        file.SetLength(EndOfLastLine(file));
        file.Seek(0, SeekOrigin.End);
        file.Write(JsonLines(run));
        file.Flush(flushToDisk: true);
    }

    private static ReadOnlySpan<byte> JsonLines(IReadOnlyList<Line> run)
    {
        using var stream = new MemoryStream();
        foreach (var line in run)
        {
            JsonSerializer.Serialize(stream, line, Json);
            stream.WriteByte((byte)'\n');
        }

        return stream.ToArray();
    }

    private static long EndOfLastLine(FileStream file)
    {
        for (var end = file.Length; end > 0; end--)
        {
            file.Position = end - 1;
            if (file.ReadByte() == '\n')
                return end;
        }

        return 0;
    }

    /// <summary>More digits tell nothing, and make the files twice as long.</summary>
    private sealed class SixDigits : JsonConverter<double>
    {
        public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetDouble();

        public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options) =>
            writer.WriteRawValue(value.ToString("G6", System.Globalization.CultureInfo.InvariantCulture));
    }
}
