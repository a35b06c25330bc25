using System.Globalization;

namespace HttpPerf.GateQuality;

/// <summary>How reports write figures; what isn't there is a dash.</summary>
internal static class Format
{
    public static string Count<T>(IEnumerable<T> all) => all.Count().ToString(CultureInfo.InvariantCulture);

    public static string Number(double value) => Show(value, "0.0");

    public static string Ratio(double value) => Show(value, "0.000");

    public static string Percent(double value) => double.IsFinite(value) ? $"{Show(100 * value, "0.00")} %" : Show(value, "");

    public static string Time(double nanoseconds) => $"{Show(nanoseconds / 1000, "#,0.0")} µs";

    public static string Range(IReadOnlyCollection<double> bytes) =>
        bytes.Count == 0 ? "–"
        : bytes.Min() == bytes.Max() ? Show(bytes.Min(), "#,0.#")
        : $"{Show(bytes.Min(), "#,0.#")}…{Show(bytes.Max(), "#,0.#")}";

    private static string Show(double value, string format) =>
        double.IsNaN(value) ? "–" : double.IsInfinity(value) ? "unbounded" : value.ToString(format, CultureInfo.InvariantCulture);
}
