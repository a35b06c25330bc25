// Draws the pictures of README.md and docs for light and dark pages: dotnet run site/pictures.cs
// The report's show site/report.json, a comparison of samples/Todo whose message is shortened, in a Chromium on the PATH.
// Those of measured figures are made by bench/GateQuality, from its recorded runs.

using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Runtime.CompilerServices;
using System.Text;

var folder = Path.GetDirectoryName(Here())!;
var images = Path.GetFullPath(Path.Combine(folder, "..", "docs", "images"));
foreach (var colors in new[] { Colors.Light, Colors.Dark })
{
    Save("interleaving", colors, Pictures.Interleaving(colors));
    Save("against", colors, Pictures.Terminal(colors, File.ReadAllLines(Path.Combine(folder, "against.txt"))));
    Save("pull-request", colors, Pictures.PullRequest(colors));
}

Photograph();

void Photograph()
{
    var temporary = Directory.CreateTempSubdirectory("httpperf-pictures-").FullName;
    var page = Path.Combine(temporary, "report.html");
    Run("dotnet", "run", "--project", Path.Combine(folder, "..", "src", "HttpPerf.Tool"), "--",
        "report", Path.Combine(folder, "report.json"), "--output", page);
    // The number is Chromium's for a preferred color scheme.
    foreach (var (name, scheme) in new[] { ("dark", 0), ("light", 1) })
    {
        Run("chromium", "--headless", "--no-sandbox", "--hide-scrollbars", "--window-size=1460,1610", $"--user-data-dir={temporary}",
            $"--blink-settings=preferredColorScheme={scheme}", $"--screenshot={Path.Combine(images, $"report-{name}.png")}",
            $"file://{page}");
    }

    Directory.Delete(temporary, recursive: true);
}

static void Run(string program, params string[] arguments)
{
    using var process = Process.Start(program, arguments);
    process.WaitForExit();
    if (process.ExitCode != 0)
        throw new InvalidOperationException($"{program} {string.Join(' ', arguments)} ended with {process.ExitCode}.");
}

void Save(string name, Colors colors, string svg) =>
    File.WriteAllText(Path.Combine(images, $"{name}-{colors.Name}.svg"), svg.ReplaceLineEndings("\n"));

static string Here([CallerFilePath] string path = "") => path;

/// <summary>Colors that GitHub's pages have.</summary>
internal sealed record Colors(
    string Name, string Back, string Box, string Text, string Faint, string Line, string Now, string Before, string Bad)
{
    public static readonly Colors Light = new(
        "light", "#ffffff", "#f6f8fa", "#1f2328", "#59636e", "#d1d9e0", "#0969da", "#8250df", "#cf222e");

    public static readonly Colors Dark = new(
        "dark", "#0d1117", "#151b23", "#f0f6fc", "#9198a1", "#3d444d", "#4493f8", "#ab7df8", "#f85149");
}

internal static class Pictures
{
    private const string Sans = "system-ui, sans-serif";
    private const string Mono = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace";

    /// <summary>How a disturbance reaches builds that are measured one after the other, and in turn.</summary>
    public static string Interleaving(Colors colors)
    {
        const double Left = 150, Right = 700, Height = 26, Disturbed = 430;
        var svg = new StringBuilder();
        svg.Append(Box(Disturbed, 34, Right - Disturbed, 150, colors.Bad, 0.12))
            .Append(Label(Disturbed + 8, 50, "another job runs on the machine", colors.Bad, 12));
        svg.Append(Label(8, 85, "one after the other", colors.Text, 13))
            .Append(Box(Left, 68, Disturbed - Left - 6, Height, colors.Before))
            .Append(Box(Disturbed, 68, Right - Disturbed, Height, colors.Now))
            .Append(Label(Left, 112, "The second looks slower, whichever it is.", colors.Faint, 12));
        svg.Append(Label(8, 155, "in turn, at random", colors.Text, 13));
        var random = new Random(3);
        var isNow = false;
        for (var x = Left; x < Right; x += 10)
        {
            // Each pair has both, in an order of its own.
            isNow = ((x - Left) % 20 == 0) ? random.Next(2) == 0 : !isNow;
            svg.Append(Box(x, 138, 8, Height, isNow ? colors.Now : colors.Before));
        }

        svg.Append(Label(Left, 182, "Each pair has met the same machine, so their ratio hasn't changed.", colors.Faint, 12))
            .Append(Box(Left, 200, 12, 12, colors.Before)).Append(Label(Left + 18, 211, "main", colors.Text, 12))
            .Append(Box(Left + 80, 200, 12, 12, colors.Now)).Append(Label(Left + 98, 211, "your branch", colors.Text, 12));
        return Svg(720, 226, colors, "Builds measured one after the other, and in turn", svg, Sans);
    }

    /// <summary>A terminal in which lines appear one after the other.</summary>
    public static string Terminal(Colors colors, IReadOnlyList<string> lines)
    {
        const double Top = 44, LineHeight = 18;
        var svg = new StringBuilder("<style>text.l { animation: show 0.01s both } ")
            .Append("@keyframes show { from { opacity: 0 } to { opacity: 1 } } ")
            .Append("@media (prefers-reduced-motion) { text.l { animation: none } }</style>");
        svg.Append(Box(0, 0, 720, Top + LineHeight * lines.Count + 12, colors.Box));
        foreach (var (index, color) in new[] { colors.Bad, colors.Before, colors.Now }.Index())
            svg.Append(Invariant($"<circle cx=\"{18 + 18 * index}\" cy=\"18\" r=\"5\" fill=\"{color}\"/>"));
        var delay = 0.0;
        for (var i = 0; i < lines.Count; i++)
        {
            // A failure has an exclamation mark in the file.
            var (line, color) = lines[i] switch
            {
                ['$', ..] => (lines[i], colors.Now),
                ['!', .. var failure] => (failure, colors.Bad),
                [' ', ..] => (lines[i], colors.Text),
                _ => (lines[i], colors.Faint),
            };
            svg.Append(Invariant($"<text class=\"l\" style=\"animation-delay:{delay:0.0}s\" x=\"14\" y=\"{Top + LineHeight * i}\" "))
                .Append(Invariant($"fill=\"{color}\" xml:space=\"preserve\">{Escape(line)}</text>"));
            // Measuring takes longer than printing.
            delay += i is 0 or 1 or 3 or 4 or 5 or 6 ? 0.8 : 0.1;
        }

        return Svg(720, Top + LineHeight * lines.Count + 12, colors, "A terminal: dotnet httpperf against main", svg, Mono, 13);
    }

    /// <summary>The changed lines of a pull request with the annotation of a failed check.</summary>
    public static string PullRequest(Colors colors)
    {
        var svg = new StringBuilder();
        svg.Append(Box(0, 0, 720, 34, colors.Box)).Append(Label(14, 22, "src/TodoApi/Program.cs", colors.Text, 13, Mono));
        string[] code =
        [
            "  26  +  var todos = new List<TodoItem>();",
            "  27  +  foreach (var id in ids)",
            "  28  +      todos.Add(await db.Todos.FirstAsync(todo => todo.Id == id));",
        ];
        foreach (var (index, line) in code.Index())
            svg.Append(Box(0, 40 + 22 * index, 720, 22, colors.Now, 0.1)).Append(Label(8, 56 + 22 * index, line, colors.Text, 13, Mono));
        svg.Append(Box(14, 118, 692, 116, colors.Box)).Append(Box(14, 118, 4, 116, colors.Bad))
            .Append(Label(30, 140, "✗ Check failure: GET /todos?done=false", colors.Bad, 13));
        string[] message =
        [
            "List what is to do makes its server send 20.00 more queries to a database per operation",
            "than at main (d51213b); the default allows 0.00.     now 21.00   before 1.00",
            "Look for a query in a loop or lazy loading: one query with Include or a join reads it all.",
        ];
        foreach (var (index, line) in message.Index())
            svg.Append(Label(30, 166 + 22 * index, line, colors.Text, 13));
        return Svg(720, 246, colors, "A pull request: the line that sends more queries has the failed check's message below it", svg, Sans);
    }

    private static string Svg(
        double width, double height, Colors colors, string title, StringBuilder content, string font, int size = 13) => Invariant($"""
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"
             font-family="{font}" font-size="{size}">
        <title>{Escape(title)}</title>
        <rect width="{width}" height="{height}" rx="6" fill="{colors.Back}" stroke="{colors.Line}"/>
        {content.Replace("/><", "/>\n<").Replace("</text><", "</text>\n<")}
        </svg>

        """);

    private static string Box(double x, double y, double width, double height, string color, double opacity = 1) => Invariant(
        $"""<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="3" fill="{color}" fill-opacity="{opacity}"/>""");

    private static string Label(double x, double y, string text, string color, int size, string? font = null)
    {
        var family = font is null ? "" : $" font-family=\"{font}\"";
        return Invariant($"""<text x="{x}" y="{y}" fill="{color}" font-size="{size}"{family} xml:space="preserve">{Escape(text)}</text>""");
    }

    private static string Escape(string text) => WebUtility.HtmlEncode(text);

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
