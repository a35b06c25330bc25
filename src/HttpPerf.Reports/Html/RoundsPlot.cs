using System.Globalization;
using System.Text;
using HttpPerf.Results;

namespace HttpPerf.Reports.Html;

/// <summary>The distribution of a case's rounds.</summary>
/// <param name="rounds">The rounds.</param>
internal sealed class RoundsPlot(RoundsResults rounds)
{
    private const double Tail = 0.1;

    private readonly long[] _bins =
    [
        .. Enumerable.Range(0, rounds.Epochs.Select(epoch => epoch.Count).DefaultIfEmpty().Max())
            .Select(bin => rounds.Epochs.Sum(epoch => (long)epoch[bin])),
    ];

    public long Count => _bins.Sum();

    /// <summary>Between these are eight of ten rounds. The others needn't fit onto a scale.</summary>
    public IReadOnlyList<double> Middle => [Quantile(Tail), Quantile(1 - Tail)];

    /// <summary>Where they lie apart, something differs that is made anew for each epoch.</summary>
    public IEnumerable<double> EpochMedians => rounds.Epochs
        .Where(epoch => epoch.Any(count => count > 0))
        .Select(epoch => Quantile([.. epoch.Select(count => (long)count)], 0.5));

    /// <summary>The outline of the bins, as SVG takes it.</summary>
    /// <param name="scale">Bins that lie outside have no width.</param>
    /// <param name="height">The height of the highest.</param>
    public string Outline(Scale scale, double height)
    {
        // The first and the last bin hold all that is farther off.
        var highest = (_bins.Length > 2 ? _bins[1..^1] : _bins).Append(1).Max();
        var path = new StringBuilder().Append(CultureInfo.InvariantCulture, $"M{X(0)} {Scale.Number(height)}");
        for (var bin = 0; bin < _bins.Length; bin++)
        {
            var top = Scale.Number(height * (1 - Math.Min(1, (double)_bins[bin] / highest)));
            path.Append(CultureInfo.InvariantCulture, $"V{top}H{X(bin + 1)}");
        }

        return $"{path}V{Scale.Number(height)}z";

        string X(int edge) => Scale.Number(scale.At(At(edge)));
    }

    /// <summary>The value that a part of the rounds doesn't exceed, as exactly as the bins tell.</summary>
    public double Quantile(double part) => Quantile(_bins, part);

    private double Quantile(long[] bins, double part)
    {
        var (count, sum, bin) = (bins.Sum(), 0L, 0);
        while (bin < bins.Length - 1 && (sum += bins[bin]) < part * count)
            bin++;
        return At(bin + 0.5);
    }

    private double At(double bin) => rounds.Lower * Math.Pow(rounds.Upper / rounds.Lower, bin / _bins.Length);
}
