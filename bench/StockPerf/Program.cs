using System.Globalization;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using Xunit.Runner.InProc.SystemConsole;

namespace StockPerf;

/// <summary>The tests; or, if the first argument says so, the twins as BenchmarkDotNet measures them by default.</summary>
public static class Program
{
    public static Task<int> Main(string[] arguments) =>
        arguments is ["--benchmarkdotnet", var artifacts] ? Task.FromResult(Measure(artifacts)) : ConsoleRunner.Run(arguments);

    /// <summary>Its job and toolchain are the defaults: each method in processes of its own, which it builds.</summary>
    private static int Measure(string artifacts)
    {
        var config = ManualConfig.CreateEmpty()
            .AddColumnProvider(DefaultColumnProviders.Instance)
            .AddLogger(ConsoleLogger.Default)
            .WithBuildTimeout(TimeSpan.FromMinutes(10))
            .WithArtifactsPath(artifacts);
        var reports = BenchmarkRunner.Run<Twins>(config).Reports;
        if (reports.Length != 2 || !reports.All(report => report.Success))
            return 1;
        var (twin, baseline) = (
            reports.Single(report => !report.BenchmarkCase.Descriptor.Baseline).ResultStatistics!,
            reports.Single(report => report.BenchmarkCase.Descriptor.Baseline).ResultStatistics!);
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"\nratio {twin.Mean / baseline.Mean:R}"));
        return 0;
    }
}
