using System.Text.RegularExpressions;

namespace HttpPerf.Tests;

/// <summary>A page of the documentation.</summary>
/// <param name="Path">Its file, relative to the repository.</param>
/// <param name="Text">The whole text.</param>
internal sealed partial record Page(string Path, string Text)
{
    /// <summary>Folders beside the packages' that have a page.</summary>
    private static readonly string[] Folders = ["bench/Clients", "bench/GateQuality", "samples/Todo", "tests/PerfTests"];

    private static readonly string[] Names = ["README.md", "METHODS.md"];

    public static IReadOnlyList<Page> All { get; } =
    [
        .. Directory.GetFiles(TestProject.Repository, "*.md")
            .Concat(Directory.GetFiles(System.IO.Path.Combine(TestProject.Repository, "docs"), "*.md"))
            .Concat(Directory.GetDirectories(System.IO.Path.Combine(TestProject.Repository, "src"))
                .Concat(Folders.Select(folder => System.IO.Path.Combine(TestProject.Repository, folder)))
                .SelectMany(folder => Names.Select(name => System.IO.Path.Combine(folder, name))).Where(File.Exists))
            .Select(file => new Page(
                System.IO.Path.GetRelativePath(TestProject.Repository, file).Replace('\\', '/'), File.ReadAllText(file))),
    ];

    /// <exception cref="InvalidOperationException">There is no such page.</exception>
    public static Page Of(string path) => All.Single(page => page.Path == path);

    /// <summary>The text without blocks of code.</summary>
    public string Prose => AnyBlock().Replace(Text, "");

    /// <summary>Blocks of a language, without the indentation of a list that they are in.</summary>
    public IEnumerable<string> Blocks(string language) =>
        from Match block in Block().Matches(Text)
        where block.Groups["language"].Value == language
        let indentation = block.Groups["indentation"].Value
        select string.Join('\n', block.Groups["code"].Value.Split('\n').Select(line => line[Math.Min(indentation.Length, line.Length)..]));

    /// <summary>Commands, from blocks and within sentences, that start with a word.</summary>
    public IEnumerable<string> Commands(string start) =>
        from line in Text.Split('\n')
        from Match command in Regex.Matches(line, $@"(?:^ *(?:\$ )?|[`|] *|- (?:run|script): ){start} ([^`|#\n]*)")
        select command.Groups[1].Value.Trim();

    [GeneratedRegex("^ *```.*?^ *```", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex AnyBlock();

    [GeneratedRegex(
        "^(?<indentation> *)```(?<language>[a-z]+)\n(?<code>.*?)\n *```", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex Block();
}
