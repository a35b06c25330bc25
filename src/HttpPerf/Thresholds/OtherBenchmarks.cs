using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using HttpPerf.Model;

namespace HttpPerf.Thresholds;

/// <summary>
/// The benchmarks of other projects below the folder of <c>thresholds.json</c>. They are found in sources, not in assemblies, so that
/// nothing depends on what is built, when, and in which configuration.
/// </summary>
/// <remarks>
/// Comments and strings may add names, and any class here may have any method. That lets no misspelled entry pass: the project whose
/// benchmark is meant knows its cases exactly, and doesn't look at its own sources.
/// </remarks>
internal sealed partial class OtherBenchmarks
{
    private static readonly string[] Languages = [".cs", ".fs", ".vb"];

    private readonly Lazy<(IReadOnlyList<string> Classes, IReadOnlyList<string> Methods)> _declared;

    /// <summary>Of entries: they are looked up when the file is checked, and again when results are recorded.</summary>
    private readonly ConcurrentDictionary<string, bool> _answers = new();

    private OtherBenchmarks(Func<IEnumerable<string>> sources) => _declared = new(() => Read(sources()));

    public static OtherBenchmarks None { get; } = new(() => []);

    private static OtherBenchmarks Unknown { get; } = new(() => []) { AreKnown = false };

    /// <summary>Whether it is known which sources are others'.</summary>
    public bool AreKnown { get; private init; } = true;

    /// <summary>Whether there are any.</summary>
    public bool Exist => _declared.Value.Methods.Count > 0;

    /// <summary>The benchmarks that share a file with a project. Sources are read when they are needed.</summary>
    /// <param name="file">The full path of the file with the limits.</param>
    /// <param name="project">The full path of the project file; null if it is not known.</param>
    public static OtherBenchmarks Sharing(string file, string? project)
    {
        if (Path.GetDirectoryName(project) is not { } own)
            return Unknown;
        // What the variable names, e.g. limits/ci.json, takes the place of thresholds.json for all projects.
        var usual = ThresholdFinder.FirstAbove(own);
        var root = Path.GetDirectoryName(usual is not null && IsBelow(file, Path.GetDirectoryName(usual)!) ? usual : file)!;
        return IsBelow(own, root) ? new(() => Sources(root, own)) : None;
    }

    /// <summary>Whether an entry may be for one of them. Values of parameters are not known; class and method decide.</summary>
    public bool MayMatch(string pattern) => _answers.GetOrAdd(pattern, Find);

    private bool Find(string pattern)
    {
        var (classes, methods) = _declared.Value;
        return classes
            .Where(name => Glob.Overlap(pattern, $"{name}.*"))
            .SelectMany(name => methods.Select(method => $"{name}.{method}"))
            .Any(name => Glob.Overlap(pattern, name) || Glob.Overlap(pattern, $"{name}(*)"));
    }

    private static (IReadOnlyList<string> Classes, IReadOnlyList<string> Methods) Read(IEnumerable<string> files)
    {
        var (classes, methods) = (new HashSet<string>(), new HashSet<string>());
        foreach (var text in files.Select(file => Strings().Replace(ReadSource(file), "")))
        {
            classes.UnionWith(NamesOfClasses(text));
            methods.UnionWith(BenchmarkNames().Matches(text).Select(declared => declared.Groups["name"].Value));
        }

        return ([.. classes], [.. methods]);
    }

    /// <summary>Empty if it can't be read: it may be open elsewhere, or have been removed just now.</summary>
    private static string ReadSource(string file)
    {
        try
        {
            return File.ReadAllText(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }

    /// <summary>Each class with nothing before it, a class around it, or an end of its namespace: as cases may be named.</summary>
    private static IEnumerable<string> NamesOfClasses(string text)
    {
        List<string> names =
        [
            .. ClassNames().Matches(text).Select(
                declared => declared.Groups["name"].Value + (declared.Groups["generic"].Success ? "<*>" : "")),
        ];
        var segments = NamespaceName().Match(text).Groups["name"].Value.Split('.', StringSplitOptions.RemoveEmptyEntries);
        List<string> nested = [.. names, .. from outer in names from inner in names where inner != outer select $"{outer}.{inner}"];
        return from kept in Enumerable.Range(0, segments.Length + 1)
               from name in nested
               select string.Join('.', [.. segments[^kept..], name]);
    }

    private static IEnumerable<string> Sources(string folder, string own)
    {
        var options = new EnumerationOptions { AttributesToSkip = FileAttributes.Hidden | FileAttributes.ReparsePoint };
        return Directory.EnumerateFiles(folder, "*", options).Where(file => Languages.Contains(Path.GetExtension(file))).Concat(
            from sub in Directory.EnumerateDirectories(folder, "*", options)
            where sub != own && Path.GetFileName(sub) is not ("bin" or "obj" or "artifacts" or "node_modules")
            // Projects there have limits of their own.
            where !File.Exists(Path.Combine(sub, ThresholdFinder.FileName))
            from file in Sources(sub, own)
            select file);
    }

    private static bool IsBelow(string path, string folder) =>
        path.StartsWith(Path.TrimEndingDirectorySeparator(folder) + Path.DirectorySeparatorChar, StringComparison.Ordinal);

    [GeneratedRegex("\"[^\"\n]*\"")]
    private static partial Regex Strings();

    // A module of F# is a class around others.
    [GeneratedRegex(@"\b(?:[Cc]lass|record|type|module)\s+@?(?<name>\w+)(?<generic>[^\S\n]*(?:<|\(Of\b))?")]
    private static partial Regex ClassNames();

    [GeneratedRegex(@"\b[Nn]amespace\s+(?<name>[\w.]+)")]
    private static partial Regex NamespaceName();

    // Behind the attributes, which end at "public", the first name before a parenthesis. Types of tuples have parentheses without a name.
    // In F#, the name behind "member". Generated sources may have thousands of attributes, so it takes linear time.
    [GeneratedRegex(
        @"[\[,<]\s*(?:[\w.:]+[.:])?Benchmark(?:Attribute)?\s*[\](,>].*?"
        + @"(?:\b[Pp]ublic\b.*?\b(?<name>\w+)\s*\(|\bmember\s+\w+\.(?:``(?<name>[^`\n]+)``|(?<name>\w+)))",
        RegexOptions.Singleline | RegexOptions.NonBacktracking)]
    private static partial Regex BenchmarkNames();
}
