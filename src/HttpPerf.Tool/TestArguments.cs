namespace HttpPerf.Tool;

/// <summary>The arguments of <c>dotnet test</c>, as far as they say what is built and how.</summary>
internal sealed class TestArguments
{
    /// <summary>Otherwise files contain the hash of the commit, and no two builds are the same.</summary>
    public static readonly string[] SameFiles = ["-p:EnableSourceLink=false", "-p:IncludeSourceRevisionInInformationalVersion=false"];

    private static readonly string[] WithValue =
    [
        "-c", "--configuration", "-f", "--framework", "-r", "--runtime", "-a", "--arch", "--os",
    ];

    private static readonly string[] Targets = ["--project", "--solution"];
    private static readonly string[] PropertyPrefixes = ["-p:", "--property:", "/p:", "-property:", "/property:"];

    private TestArguments(IReadOnlyList<string> all, string? target, IReadOnlyList<string> buildOptions)
    {
        All = all;
        Target = target;
        BuildOptions = buildOptions;
    }

    public IReadOnlyList<string> All { get; }

    /// <summary>The project, solution or folder that is named; null if none is.</summary>
    public string? Target { get; }

    /// <summary>What <c>dotnet build</c> needs, to build the same.</summary>
    public IReadOnlyList<string> BuildOptions { get; }

    /// <summary>The full path of what is tested: a project, a solution, or the folder of one.</summary>
    public string TargetIn(string folder) => Target is null ? folder : Path.GetFullPath(Target, folder);

    /// <exception cref="ToolException">Neither the arguments nor the folder say what to build.</exception>
    public void RequireTarget(string folder)
    {
        var target = TargetIn(folder);
        if (Directory.Exists(target) && !Directory.EnumerateFiles(target).Any(IsProjectOrSolution))
            throw new ToolException(
                $"{target} has no project or solution. Go to the folder of one, or name it after --: dotnet httpperf against main -- "
                + "tests/Perf");
    }

    public static TestArguments Parse(IReadOnlyList<string> arguments)
    {
        var build = new List<string>();
        string? target = null;
        // What follows a further "--" is for the test runner.
        var own = arguments.TakeWhile(argument => argument != "--").ToList();
        for (var i = 0; i < own.Count; i++)
        {
            var argument = own[i];
            if (WithValue.Contains(argument) && i + 1 < own.Count)
                build.AddRange([argument, own[++i]]);
            else if (WithValue.Contains(argument.Split('=', ':')[0])
                || PropertyPrefixes.Any(prefix => argument.StartsWith(prefix, StringComparison.Ordinal)))
                build.Add(argument);
            else if (Targets.Contains(argument) && i + 1 < own.Count)
                target = own[++i];
            else if (!argument.StartsWith('-') && (i == 0 || IsProjectOrSolution(argument)))
                target = argument;
        }

        return new(arguments, target, build);
    }

    private static bool IsProjectOrSolution(string file) =>
        Path.GetExtension(file) is ".sln" or ".slnx" or ".slnf" || file.EndsWith("proj", StringComparison.Ordinal);
}
