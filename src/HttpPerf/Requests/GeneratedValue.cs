using System.Globalization;
using System.Text.RegularExpressions;

namespace HttpPerf.Requests;

/// <summary>A reference whose value is made anew for every call, or read from outside, e.g. <c>$randomInt 1 10</c>.</summary>
internal static partial class GeneratedValue
{
    /// <summary>Whether each call has another value.</summary>
    public static bool Varies(string reference) => reference.StartsWith('$') && !IsFromOutside(reference);

    /// <summary>Whether it is read from outside, where secrets are kept.</summary>
    public static bool IsFromOutside(string reference) => NameOf(reference) is "$processenv" or "$dotenv";

    /// <exception cref="BenchmarkDeclarationException">It is not known, or its arguments are wrong.</exception>
    public static void Check(string reference, FileLine place)
    {
        if (!IsFromOutside(reference))
            Create(reference, place, folder: "");
        else if (ArgumentsOf(reference).Count != 1)
            throw place.Error($"{{{{{reference}}}}} names no variable. Write e.g. {{{{{NameOf(reference)} USERNAME}}}}");
    }

    /// <param name="reference">The text between the braces.</param>
    /// <param name="place">Where it stands.</param>
    /// <param name="folder">The folder of the .http file.</param>
    /// <exception cref="BenchmarkDeclarationException">It is not known, or there is no such value.</exception>
    public static string Create(string reference, FileLine place, string folder)
    {
        var arguments = ArgumentsOf(reference);
        return NameOf(reference) switch
        {
            "$guid" or "$uuid" or "$random.uuid" when arguments.Count == 0 => Guid.NewGuid().ToString(),
            "$randomint" => RandomInteger(arguments) ?? throw Wrong("{{$randomInt}} or {{$randomInt 1 100}}"),
            "$timestamp" => Shift(DateTimeOffset.UtcNow, arguments)?.ToUnixTimeSeconds().ToString(CultureInfo.InvariantCulture)
                ?? throw Wrong("{{$timestamp}} or {{$timestamp -1 d}}"),
            "$datetime" => Format(DateTimeOffset.UtcNow, arguments)
                ?? throw Wrong("{{$datetime iso8601}} or {{$datetime \"dd-MM-yyyy\" 1 d}}"),
            "$localdatetime" => Format(DateTimeOffset.Now, arguments)
                ?? throw Wrong("{{$localDatetime iso8601}} or {{$localDatetime \"dd-MM-yyyy\" 1 d}}"),
            "$processenv" when arguments is [var name] => Environment.GetEnvironmentVariable(name)
                ?? throw place.Error($"There is no environment variable {name}."),
            "$dotenv" when arguments is [var name] => DotEnvFile.Find(folder, name, place),
            _ => throw place.Error(
                $"{{{{{reference}}}}} is not known. Known are $guid, $randomInt, $timestamp, $datetime, $localDatetime, $processEnv and "
                + "$dotenv."),
        };

        BenchmarkDeclarationException Wrong(string right) => place.Error($"{{{{{reference}}}}} is not right. Write {right}");
    }

    private static string NameOf(string reference) => reference.Split(' ', 2)[0].ToLowerInvariant();

    private static List<string> ArgumentsOf(string reference) =>
        [.. Arguments().Matches(reference).Skip(1).Select(m => m.Value.Trim('"'))];

    private static string? RandomInteger(List<string> arguments)
    {
        var (least, most) = arguments switch
        {
            [] => (0, int.MaxValue),
            [var from, var to] when Parse(from) is { } low && Parse(to) is { } high && low < high => (low, high),
            _ => (0, 0),
        };
        return least < most ? Random.Shared.Next(least, most).ToString(CultureInfo.InvariantCulture) : null;
    }

    private static string? Format(DateTimeOffset time, List<string> arguments)
    {
        var (format, offset) = arguments.Count is 0 or 2 ? ("iso8601", arguments) : (arguments[0], arguments[1..]);
        if (Shift(time, offset) is not { } shifted)
            return null;
        try
        {
            return shifted.ToString(format switch { "iso8601" => "o", "rfc1123" => "r", _ => format }, CultureInfo.InvariantCulture);
        }
        catch (FormatException)
        {
            return null;
        }
    }

    private static DateTimeOffset? Shift(DateTimeOffset time, List<string> offset)
    {
        if (offset.Count == 0)
            return time;
        return offset is not [var number, var unit] || Parse(number) is not { } count ? null : unit switch
        {
            "ms" => time.AddMilliseconds(count),
            "s" => time.AddSeconds(count),
            "m" => time.AddMinutes(count),
            "h" => time.AddHours(count),
            "d" => time.AddDays(count),
            "w" => time.AddDays(7.0 * count),
            "M" => time.AddMonths(count),
            "y" => time.AddYears(count),
            _ => null,
        };
    }

    private static int? Parse(string number) =>
        int.TryParse(number, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value) ? value : null;

    [GeneratedRegex("\"[^\"]*\"|\\S+")]
    private static partial Regex Arguments();
}
