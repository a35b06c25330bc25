using System.CommandLine;
using HttpPerf.Reports;
using HttpPerf.Reports.Html;
using HttpPerf.Results;

namespace HttpPerf.Tool;

/// <summary>Writes a report of the last results, or of those of several jobs.</summary>
internal static class ReportCommand
{
    public static Command Create()
    {
        var files = ResultsFiles.CreateArgument();
        var output = new Option<string?>("--output", "-o")
        {
            Description = "The file to write: HTML if it ends in .html, else Markdown. By default, Markdown is printed.",
        };
        var ci = new Option<bool>("--ci")
        {
            Description = "Prints annotations for the CI system: GitHub Actions, Azure Pipelines or TeamCity.",
        };
        var command = new Command("report", "Writes the report of results as HTML or Markdown. Several jobs share one report.")
        {
            files, output, ci,
        };
        command.Validators.Add(result =>
        {
            if (result.GetValue(ci) && result.GetValue(output) is not null)
                result.AddError("--ci writes no file. Give --ci and --output in two calls.");
        });
        command.SetAction(result => result.GetValue(ci)
            ? Annotations.Print(result.GetValue(files) ?? [], Environment.CurrentDirectory, Console.Out)
            : Run(result.GetValue(files) ?? [], result.GetValue(output)));
        return command;
    }

    private static int Run(string[] files, string? output)
    {
        var reported = ResultsFiles.ReadSuites(files, Environment.CurrentDirectory);
        var text = Path.GetExtension(output) is ".html" or ".htm"
            ? HtmlReport.Write(reported)
            : string.Join('\n', reported.Select(suite => MarkdownReport.Write(suite)));
        if (output is null)
            Console.Out.Write(text);
        else
            WholeFile.Write(Path.GetFullPath(output), text);
        return 0;
    }
}
