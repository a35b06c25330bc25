using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;

namespace HttpPerf.Discovery;

/// <summary>All exporters of a run. BenchmarkDotNet writes their errors only to the log that it gives them.</summary>
internal sealed class ReportedExports(IExporter exporters) : IExporter
{
    private readonly List<string> _errors = [];

    public string Name => "Reported";

    /// <summary>The errors so far.</summary>
    public IReadOnlyList<string> Errors => _errors;

    public void ExportToLog(Summary summary, ILogger logger) => exporters.ExportToLog(summary, logger);

    public IEnumerable<string> ExportToFiles(Summary summary, ILogger consoleLogger)
    {
        var log = new LogCapture();
        string[] files = [.. exporters.ExportToFiles(summary, log)];
        foreach (var output in log.CapturedOutput)
            consoleLogger.Write(output.Kind, output.Text);
        _errors.AddRange(log.CapturedOutput.Where(output => output.Kind == LogKind.Error).Select(output => output.Text));
        return files;
    }
}
