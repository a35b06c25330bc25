using System.Globalization;
using System.Text;
using HttpPerf.Results;

namespace HttpPerf.Reports.Html;

/// <summary>The distribution of a case's rounds: bars for bins, in which the rounds of the epochs are stacked.</summary>
/// <param name="rounds">The rounds.</param>
internal sealed class RoundsPlot(RoundsResults rounds)
{
    public const double Width = 240;
    public const double Height = 36;

    private readonly long[] _bins =
    [
        .. Enumerable.Range(0, rounds.Epochs.Select(epoch => epoch.Length).DefaultIfEmpty().Max())
            .Select(bin => rounds.Epochs.Sum(epoch => (long)epoch[bin])),
    ];

    public long Count => _bins.Sum();

    /// <summary>The outline of each epoch's bars, as SVG takes it.</summary>
    public IEnumerable<string> Paths()
    {
        var (width, highest) = (Width / _bins.Length, Math.Max(1, _bins.DefaultIfEmpty().Max()));
        var below = new long[_bins.Length];
        foreach (var epoch in rounds.Epochs)
        {
            var path = new StringBuilder();
            for (var bin = 0; bin < epoch.Length; bin++)
            {
                if (epoch[bin] == 0)
                    continue;
                var (bottom, height) = (Height - Height * below[bin] / highest, Height * epoch[bin] / highest);
                path.Append(CultureInfo.InvariantCulture, $"M{Scale.Number(bin * width)} {Scale.Number(bottom)}")
                    .Append(CultureInfo.InvariantCulture, $"v-{Scale.Number(height)}h{Scale.Number(width)}v{Scale.Number(height)}z");
                below[bin] += epoch[bin];
            }

            yield return path.ToString();
        }
    }

    /// <summary>The value that a part of the rounds doesn't exceed, as exactly as the bins tell.</summary>
    public double Quantile(double part)
    {
        var (sum, bin) = (0L, 0);
        while (bin < _bins.Length - 1 && (sum += _bins[bin]) < part * Count)
            bin++;
        return rounds.Lower * Math.Pow(rounds.Upper / rounds.Lower, (bin + 0.5) / _bins.Length);
    }
}
