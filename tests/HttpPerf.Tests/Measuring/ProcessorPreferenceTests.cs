using System.Diagnostics;
using System.Globalization;
using FluentAssertions;
using HttpPerf.Measuring;
using Xunit;

namespace HttpPerf.Tests.Measuring;

/// <summary>What the kernel says of threads, in files that the library doesn't read.</summary>
[Collection(nameof(RealMeasurements))]
public sealed class ProcessorPreferenceTests
{
    private const string Short = "100000";

    private static readonly bool MayRaise = HasCapability(bit: 23);
    private static readonly bool GivesSlices = Environment.OSVersion.Version >= new Version(6, 12);

    private static string? Expected => (GivesSlices, MayRaise) switch
    {
        (true, true) => "short slices and raised priority",
        (false, true) => "raised priority",
        (true, false) => "short slices",
        _ => null,
    };

    [Fact]
    public void Threads_of_all_its_processes_are_preferred_until_the_end()
    {
        using var other = Process.Start("sleep", "60");
        try
        {
            int[] processes = [Environment.ProcessId, other.Id];
            processes.SelectMany(SlicesOf).Should().NotContain(Short);
            processes.SelectMany(NiceOf).Should().AllBe("0");

            using (var preference = ProcessorPreference.Take(() => [other.Id]))
            {
                preference.Description.Should().Be(Expected);
                processes.All(HasShortSlices).Should().Be(GivesSlices);
                processes.SelectMany(NiceOf).Should().AllBe(MayRaise ? "-20" : "0");
            }

            processes.SelectMany(SlicesOf).Should().NotContain(Short);
            processes.SelectMany(NiceOf).Should().AllBe("0");
        }
        finally
        {
            other.Kill();
        }
    }

    [Fact]
    public void What_is_started_meanwhile_is_preferred_too()
    {
        using var preference = ProcessorPreference.Take(() => []);
        using var other = Process.Start("sleep", "60");
        try
        {
            HasShortSlices(other.Id).Should().Be(GivesSlices);
            NiceOf(other.Id).Should().AllBe(MayRaise ? "-20" : "0");
        }
        finally
        {
            other.Kill();
        }
    }

    [Fact]
    public void A_process_that_is_gone_is_nothing_to_prefer()
    {
        using var other = Process.Start("true");
        other.WaitForExit();

        using var preference = ProcessorPreference.Take(() => [other.Id]);

        preference.Description.Should().Be(Expected);
    }

    private static bool HasShortSlices(int process)
    {
        var slices = SlicesOf(process).ToList();
        return slices.Count > 0 && slices.TrueForAll(slice => slice == Short);
    }

    /// <summary>In nanoseconds; older kernels don't tell.</summary>
    private static IEnumerable<string> SlicesOf(int process) => FilesOf(process, "sched")
        .SelectMany(text => text.Split('\n'))
        .Where(line => line.StartsWith("se.slice ", StringComparison.Ordinal))
        .Select(line => line.Split(':')[1].Trim());

    /// <summary>The 19th field; the second, the program's name in parentheses, may hold spaces.</summary>
    private static IEnumerable<string> NiceOf(int process) => FilesOf(process, "stat").Select(text => text[text.LastIndexOf(')')..].Split(' ')[17]);

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
