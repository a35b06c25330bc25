using System.CommandLine;
using System.Text.RegularExpressions;

namespace HttpPerf.Tool;

/// <summary>Runs tests and shows their allocations and where their time goes, whether they pass or not.</summary>
internal static class ExplainCommand
{
    /// <param name="tests">The arguments for <c>dotnet test</c>.</param>
    public static Command Create(IReadOnlyList<string> tests)
    {
        var name = new Argument<string>("case")
        {
            Description = "The name of a case, or a part of the names of several: Orders.List",
        };
        var command = new Command(
            "explain",
            "Runs dotnet test and shows, by line, what cases allocate and where their time goes. Arguments after -- go to dotnet test.")
        {
            name,
        };
        command.SetAction((result, cancellation) => ChildProcess.RunDotnet(
            [
                "test",
                .. ArgumentsFor(result.GetRequiredValue(name), TestPlatform.IsMicrosofts(Environment.CurrentDirectory)),
                .. tests,
            ],
            new Dictionary<string, string> { ["HTTPPERF_EXPLAIN"] = "1" },
            cancellation));
        return command;
    }

    /// <summary>Selects the cases and shows the output of those that pass, too.</summary>
    internal static string[] ArgumentsFor(string name, bool isMicrosoftsPlatform) => isMicrosoftsPlatform
        // Methods are all that xUnit selects by there: a case with all its parameters.
        ? ["--filter-method", $"*{name.Split('(')[0]}*", "--output", "Detailed"]
        : ["--filter", $"DisplayName~{Regex.Replace(name, @"[\\()&|=!~]", @"\$0")}", "--logger", "console;verbosity=detailed"];
}
