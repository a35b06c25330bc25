using System.Globalization;
using HttpPerf.Counting;

namespace HttpPerf.Hosting.Child;

// Readings as words without spaces, a message for each: a short line that is written at once is torn by nobody.
internal static class CounterWords
{
    public static IEnumerable<ServerMessage> Write(CounterReadings readings) =>
    [
        .. readings.Counted.Select(reading => new ServerMessage(
            ServerMessage.Counted,
            [Escape(reading.Name), reading.Total.ToString("R", CultureInfo.InvariantCulture), .. reading.Tags.Select(tag => $"{Escape(tag.Key)}={Escape(tag.Value)}")])),
        .. readings.NotApplicable.Select(other => new ServerMessage(ServerMessage.NotApplicable, [Escape(other.Key), Escape(other.Value)])),
    ];

    public static CounterReadings Read(IReadOnlyList<ServerMessage> messages) => new(
        [.. messages.Where(message => message.Verb == ServerMessage.Counted).Select(message => Reading(message.Arguments))],
        messages.Where(message => message.Verb == ServerMessage.NotApplicable)
            .ToDictionary(message => Unescape(message.Arguments[0]), message => Unescape(message.Arguments[1])));

    public static string Escape(string text) => Uri.EscapeDataString(text);

    public static string Unescape(string word) => Uri.UnescapeDataString(word);

    private static CounterReading Reading(IReadOnlyList<string> words) => new(
        Unescape(words[0]),
        words.Skip(2).Select(tag => tag.Split('=')).ToDictionary(tag => Unescape(tag[0]), tag => Unescape(tag[1])),
        double.Parse(words[1], CultureInfo.InvariantCulture));
}
