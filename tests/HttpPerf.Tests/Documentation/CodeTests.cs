using System.Text;
using FluentAssertions;
using HttpPerf.Tests.Analyzers;
using HttpPerf.Thresholds;
using HttpPerf.Tool;
using Microsoft.CodeAnalysis;
using Xunit;

namespace HttpPerf.Tests.Documentation;

/// <summary>Examples on the pages: code is compiled, limits are read, commands of the tool are parsed.</summary>
public sealed class CodeTests
{
    /// <summary>Surroundings for code that is only a part.</summary>
    private const string Surroundings = """
        global using System.Diagnostics.CodeAnalysis;
        global using System.Diagnostics.Metrics;
        global using System.Linq;
        global using System.Net.Http.Json;
        global using BenchmarkDotNet.Attributes;
        global using FluentAssertions;
        global using HttpPerf;
        global using HttpPerf.Hosting;
        global using Xunit;

        public class Program;

        public record Order(int Id);

        public class ReadPattern;
        """;

    /// <summary>Pages whose code is that of the samples, which are built, and of a test.</summary>
    private static readonly string[] OfSamples = ["docs/your-api.md", "docs/frameworks.md"];

    private static readonly string[] Frames =
    [
        "{0}",
        "public class Part {{ private readonly HttpClient _client = new();\n {0} \n}}",
        "public class Part {{ private readonly HttpClient _client = new();\n {0} => throw new(); \n}}",
        "public class Part {{ public void Code() {{\n {0} \n}} }}",
    ];

    public static TheoryData<string, string> Code => [.. Page.All.Where(page => !OfSamples.Contains(page.Path)).SelectMany(
        page => page.Blocks("csharp").Where(code => !IsScript(code)).Select(code => (page.Path, code)))];

    public static TheoryData<string, string> Limits => [.. Page.All.SelectMany(
        page => page.Blocks("json").Select(limits => (page.Path, limits)))];

    public static TheoryData<string, string> Commands => [.. Page.All.SelectMany(
        page => page.Commands("dotnet[ -]httpperf").Distinct()
            .Where(command => !command.Contains('[')).Select(command => (page.Path, command)))];

    [Theory]
    [MemberData(nameof(Code))]
    public async Task Code_compiles(string page, string code)
    {
        var errors = new List<string>();
        foreach (var frame in Frames)
        {
            var found = await Compile(string.Format(null, frame, code));
            if (found.Length == 0)
                return;
            errors.Add($"{frame}\n{found}");
        }

        Assert.Fail($"{page}\n\n{code}\n\n{string.Join("\n\n", errors)}");
    }

    [Fact]
    public void Code_from_samples_is_in_them()
    {
        var samples = Directory.GetFiles(Path.Combine(TestProject.Repository, "samples"), "*.cs", SearchOption.AllDirectories)
            .Append(Path.Combine(TestProject.Repository, "tests", "Pipeline.Tests", "Hosting", "CookieLogins.cs"))
            .SelectMany(File.ReadLines);
        var code = Page.All.Where(page => OfSamples.Contains(page.Path))
            .SelectMany(page => page.Blocks("csharp")).SelectMany(block => block.Split('\n')).ToHashSet();

        code.Should().HaveCountGreaterThan(60);
        code.Except(samples).Should().BeEmpty();
    }

    [Theory]
    [MemberData(nameof(Limits))]
    public void Limits_are_read(string page, string limits)
    {
        var file = limits.StartsWith('{') ? limits : "{ \"benchmarks\": {\n" + limits + "\n} }";

        ThresholdReader.Parse(page, Encoding.UTF8.GetBytes(file)).Entries.Should().NotBeEmpty();
    }

    [Theory]
    [MemberData(nameof(Commands))]
    public void Commands_of_the_tool_are_understood(string page, string command)
    {
        var parsed = EntryPoint.Parse(Words(command));

        // A single word in a sentence is the command's name.
        if (parsed.CommandResult.Command.Name != command)
            parsed.Errors.Select(error => error.Message).Should().BeEmpty($"{page} has: dotnet httpperf {command}");
    }

    /// <summary>Those are run by tests of the packages.</summary>
    private static bool IsScript(string code) => code.StartsWith("#:", StringComparison.Ordinal);

    private static async Task<string> Compile(string code)
    {
        var orders = code.Contains("class Orders\n", StringComparison.Ordinal) ? "" : "public class Orders;";
        var project = Analysis.Create(code).Project.AddDocument("Surroundings.cs", Surroundings + orders).Project;
        var compilation = (await project.GetCompilationAsync(TestContext.Current.CancellationToken))!;
        return string.Join(
            '\n', compilation.GetDiagnostics(TestContext.Current.CancellationToken).Where(d => d.Severity == DiagnosticSeverity.Error));
    }

    /// <summary>As a shell splits a command, of which no word with a space is written without quotes.</summary>
    private static string[] Words(string command) =>
        [.. System.CommandLine.Parsing.CommandLineParser.SplitCommandLine(command.Replace('\'', '"'))];
}
