using System.Globalization;
using FluentAssertions;

namespace HttpPerf.Tests;

/// <summary>How processes are scheduled: what the kernel says of their threads, in files that the library doesn't read.</summary>
internal static class Scheduling
{
    /// <summary>The scheduling that this process asks for by default.</summary>
    public const int Nice = -5;

    private const string ShortSlice = "100000";

    private static readonly bool MayRaise = HasCapability(bit: 23);
    private static readonly bool GivesSlices = Environment.OSVersion.Version >= new Version(6, 12);

    /// <summary>The scheduling that this process gets when it asks to be preferred.</summary>
    public static string? Granted => (GivesSlices, MayRaise) switch
    {
        (true, true) => "short slices and raised priority (nice -5)",
        (false, true) => "raised priority (nice -5)",
        (true, false) => "short slices",
        _ => null,
    };

    public static void ShouldBePreferred(int process, int nice = Nice)
    {
        if (GivesSlices)
            SlicesOf(process).Should().NotBeEmpty().And.AllBe(ShortSlice);
        NiceOf(process).Should().NotBeEmpty().And.AllBe(MayRaise ? nice.ToString(CultureInfo.InvariantCulture) : "0");
    }

    public static void ShouldBeOrdinary(int process)
    {
        SlicesOf(process).Should().NotContain(ShortSlice);
        NiceOf(process).Should().NotBeEmpty().And.AllBe("0");
    }

    /// <summary>In nanoseconds; older kernels don't tell.</summary>
    private static IEnumerable<string> SlicesOf(int process) => FilesOf(process, "sched")
        .SelectMany(text => text.Split('\n'))
        .Where(line => line.StartsWith("se.slice ", StringComparison.Ordinal))
        .Select(line => line.Split(':')[1].Trim());

    /// <summary>The 19th field; the second, the program's name in parentheses, may hold spaces.</summary>
    public static IEnumerable<string> NiceOf(int process) =>
        FilesOf(process, "stat").Select(text => text[text.LastIndexOf(')')..].Split(' ')[17]);

    private static List<string> FilesOf(int process, string name)
    {
        var texts = new List<string>();
        foreach (var thread in Directory.GetDirectories($"/proc/{process}/task"))
        {
            try
            {
                texts.Add(File.ReadAllText(Path.Combine(thread, name)));
            }
            catch (IOException)
            {
                // The thread has ended meanwhile.
            }
        }

        return texts;
    }

    private static bool HasCapability(int bit)
    {
        var effective = File.ReadLines("/proc/self/status").Single(line => line.StartsWith("CapEff:", StringComparison.Ordinal));
        return ((ulong.Parse(effective.Split('\t')[1], NumberStyles.HexNumber, CultureInfo.InvariantCulture) >> bit) & 1) == 1;
    }
}
