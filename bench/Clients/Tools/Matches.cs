using System.Globalization;
using System.Text.RegularExpressions;

namespace HttpPerf.Clients.Tools;

internal static class Matches
{
    /// <summary>Reads the group <c>number</c>; false if nothing matched.</summary>
    public static bool TryNumber(this Match match, out double number)
    {
        number = 0;
        return match.Success && double.TryParse(match.Groups["number"].Value, CultureInfo.InvariantCulture, out number);
    }
}
