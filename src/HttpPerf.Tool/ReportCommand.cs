using System.CommandLine;
using System.Text;
using HttpPerf.Results;
using HttpPerf.Results.Reports;

namespace HttpPerf.Tool;

/// <summary>Writes a report of the last results, or of those of several jobs.</summary>
internal static class ReportCommand
{
    public static Command Create()
    {
        var files = new Argument<string[]>("results")
        {
            Description = "The results.json of each job. By default the last results of the tests.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        var output = new Option<string?>("--output", "-o")
        {
            Description = "The file to write. By default the report goes to the standard output.",
        };
        var command = new Command("report", "Writes the results as Markdown, those of several jobs in one report.") { files, output };
        command.SetAction(result => Run(result.GetValue(files) ?? [], result.GetValue(output)));
        return command;
    }

    private static int Run(string[] files, string? output)
    {
        var suites = ResultsFiles.Read(files, Environment.CurrentDirectory);
        var text = string.Join('\n', suites.Select(suite => MarkdownReport.Write(suite, MergedResults.FindNotRun(suite))));
        if (output is null)
            Console.Out.Write(text);
        else
            WholeFile.Write(Path.GetFullPath(output), Encoding.UTF8.GetBytes(text));
        return 0;
    }
}
