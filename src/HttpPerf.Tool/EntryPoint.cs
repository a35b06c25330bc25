using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using HttpPerf.Results;
using HttpPerf.Results.Quoting;
using Spectre.Console;

namespace HttpPerf.Tool;

internal static class EntryPoint
{
    /// <summary>A command that is canceled ends by itself: it waits for the processes that it has started.</summary>
    private static readonly TimeSpan CancellationTimeout = TimeSpan.FromMinutes(1);

    private const int Unwrapped = 10_000;

    public static Task<int> Main(string[] args)
    {
        // Where nobody sees a terminal, lines are read by programs, or wrapped by whoever shows them.
        if (Console.IsOutputRedirected)
            AnsiConsole.Profile.Width = Unwrapped;
        return Guard(() => Invoke(args), Console.Error);
    }

    /// <summary>Turns whatever goes wrong into a message and an exit code.</summary>
    /// <param name="command">The command; returns its exit code.</param>
    /// <param name="errors">Receives the message: not the standard output, which may be a file of exported results.</param>
    internal static async Task<int> Guard(Func<Task<int>> command, TextWriter errors)
    {
        try
        {
            return await command();
        }
        catch (Exception e) when (e is ToolException or ResultsException or IOException or UnauthorizedAccessException)
        {
            return Refuse(e.Message);
        }
        catch (OperationCanceledException)
        {
            return ExitCode.Interrupted;
        }
        catch (Exception e)
        {
            return Refuse(
                "This is a fault of dotnet httpperf. Please report it, with the command and the files that it reads: "
                + $"{e.GetType().FullName}: {e.Message}\n{e.StackTrace?.Split('\n')[0].TrimEnd()}");
        }

        int Refuse(string reason)
        {
            var text = new Text(Quotation.Show(reason) + "\n", new Style(Color.Red));
            var console = AnsiConsole.Create(new() { Out = new AnsiConsoleOutput(errors) });
            if (errors != Console.Error || Console.IsErrorRedirected)
                console.Profile.Width = Unwrapped;
            console.Write(text);
            return ExitCode.Refused;
        }
    }

    private static async Task<int> Invoke(string[] args)
    {
        var command = Parse(args);
        var exitCode = await command.InvokeAsync(
            new() { EnableDefaultExceptionHandler = false, ProcessTerminationTimeout = CancellationTimeout });
        // Otherwise git bisect would take a mistake in the command for a bad commit.
        return exitCode != 0 && command.Errors.Count > 0 ? ExitCode.Refused : exitCode;
    }

    internal static ParseResult Parse(string[] args)
    {
        // Arguments of these two after "--" are for dotnet test. The parser would take its first word for the commit.
        var end = args is ["against" or "explain", ..] ? Array.IndexOf(args, "--") : -1;
        var (own, ofTests) = end < 0 ? (args, []) : (args[..end], args[(end + 1)..]);
        var root = new RootCommand("Performance tests with HttpPerf.")
        {
            InitCommand.Create(), AgainstCommand.Create(ofTests), ExplainCommand.Create(ofTests), AcceptCommand.Create(),
            ReportCommand.Create(), ExportCommand.Create(), TrendCommand.Create(),
        };
        foreach (var help in root.Options.OfType<HelpOption>())
            help.Action = new NamedHelp((SynchronousCommandLineAction)help.Action!);
        return root.Parse(own);
    }

    /// <summary>The usual help, which would otherwise name the tool as its assembly is called.</summary>
    private sealed class NamedHelp(SynchronousCommandLineAction usual) : SynchronousCommandLineAction
    {
        public override int Invoke(ParseResult parseResult)
        {
            var output = parseResult.InvocationConfiguration.Output;
            using var text = new StringWriter();
            parseResult.InvocationConfiguration.Output = text;
            var exitCode = usual.Invoke(parseResult);
            output.Write(text.ToString().Replace(RootCommand.ExecutableName, "dotnet httpperf", StringComparison.Ordinal));
            return exitCode;
        }
    }
}
