using System.CommandLine;
using System.Text;
using HttpPerf.Results;
using HttpPerf.Reports.Exports;

namespace HttpPerf.Tool;

/// <summary>Writes the figures of the last results, or of those of several jobs, for other tools.</summary>
internal static class ExportCommand
{
    public static Command Create()
    {
        var files = ResultsFiles.CreateArgument();
        var format = new Option<string>("--format", "-f") { Description = "The format to write.", Required = true };
        format.AcceptOnlyFromAmong([.. ExportFormats.All.Keys]);
        var output = new Option<string?>("--output", "-o")
        {
            Description = "The file to write. By default, the text is printed.",
        };
        var command = new Command("export", "Writes the results for other tools.") { files, format, output };
        command.SetAction(parsed => Run(
            parsed.GetValue(format)!, parsed.GetValue(files) ?? [], parsed.GetValue(output), Environment.CurrentDirectory,
            Console.OpenStandardOutput()));
        return command;
    }

    /// <exception cref="ResultsException">Nothing was written. The message says why.</exception>
    internal static int Run(string format, string[] files, string? output, string folder, Stream console)
    {
        // The formats are UTF-8 whatever the console's encoding is.
        var text = Encoding.UTF8.GetBytes(ExportFormats.Write(format, ResultsFiles.Read(files, folder)));
        if (output is null)
            console.Write(text);
        else
            WholeFile.Write(Path.GetFullPath(output, folder), text);
        return 0;
    }
}
