namespace HttpPerf.Tool;

/// <summary>The arguments of <c>dotnet test</c>, as far as they concern the build.</summary>
internal sealed class TestArguments
{
    /// <summary>Otherwise files contain the hash of the commit, and no two builds are the same.</summary>
    public static readonly string[] SameFiles = ["-p:EnableSourceLink=false", "-p:IncludeSourceRevisionInInformationalVersion=false"];

    private static readonly string[] WithValue =
    [
        "-c", "--configuration", "-f", "--framework", "-r", "--runtime", "-a", "--arch", "--os",
    ];

    private static readonly string[] WithoutValue =
    [
        "--no-build", "--no-restore", "--no-logo", "-nologo", "--nologo", "-t", "--list-tests", "--interactive", "--disable-build-servers",
        "--blame", "--blame-crash", "--blame-crash-collect-always", "--blame-hang", "-m", "-bl", "--no-progress", "--no-ansi",
    ];

    private static readonly string[] Properties = ["-p", "/p", "--p", "--property", "-property", "/property"];
    private static readonly string[] OtherOutput = ["-o", "--output", "--artifacts-path"];
    private static readonly string[] Targets = ["--project", "--solution"];

    /// <summary>With Microsoft.Testing.Platform, the same name says how much is shown.</summary>
    private const string Verbosity = "--output";

    private TestArguments(IReadOnlyList<string> all, string? target, IReadOnlyList<string> buildOptions)
    {
        All = all;
        Target = target;
        BuildOptions = buildOptions;
    }

    public IReadOnlyList<string> All { get; }

    /// <summary>The project, solution or folder that is named; null if none is.</summary>
    public string? Target { get; }

    /// <summary>The projects of the solution that have performance tests; null if nobody has listed them.</summary>
    public IReadOnlyList<string>? PerformanceTests { get; private init; }

    /// <summary>The arguments with which <c>dotnet build</c> builds the same.</summary>
    public IReadOnlyList<string> BuildOptions { get; }

    /// <summary>The full path of the tested project, a solution, or the folder of one.</summary>
    public string TargetIn(string folder) => Target is null ? folder : Path.GetFullPath(Target, folder);

    /// <exception cref="ToolException">Neither the arguments nor the folder say what to build.</exception>
    public void RequireTarget(string folder)
    {
        var target = TargetIn(folder);
        if (Directory.Exists(target) && !HasProject(target))
            throw new ToolException(
                $"{target} has no project or solution. Go to the folder of one, or name it first after --: dotnet httpperf against main "
                + "-- tests/Perf");
    }

    /// <summary>
    /// Of a solution that nobody has named, the only project with performance tests, if there is one: all others have nothing to compare.
    /// </summary>
    /// <param name="folder">The folder in which <c>dotnet test</c> runs.</param>
    /// <param name="cancellation">Ends the command that lists the projects.</param>
    public async Task<TestArguments> NarrowToPerformanceTests(string folder, CancellationToken cancellation)
    {
        if (Target is not null || !HasSolution(folder))
            return this;
        var found = await SolutionProjects.FindWithPerformanceTests(folder, cancellation);
        if (found is not [var only])
            return new(All, Target, BuildOptions) { PerformanceTests = found };
        var path = Path.GetRelativePath(folder, only);
        return new(TestPlatform.IsMicrosofts(folder) ? ["--project", path, .. All] : [path, .. All], path, BuildOptions);
    }

    /// <param name="arguments">The arguments of <c>dotnet test</c>.</param>
    /// <param name="folder">The folder in which it runs.</param>
    /// <exception cref="ToolException">They make a comparison impossible.</exception>
    public static TestArguments Parse(IReadOnlyList<string> arguments, string folder)
    {
        var build = new List<string>();
        string? target = null;
        // Arguments after a further "--" are for the test runner.
        var own = arguments.TakeWhile(argument => argument != "--").ToList();
        for (var i = 0; i < own.Count; i++)
        {
            var argument = own[i];
            var name = argument.Split('=', ':')[0];
            if (OtherOutput.Contains(name) && !(name == Verbosity && TestPlatform.IsMicrosofts(folder)))
                throw new ToolException(
                    $"{name} moves today's build, so the earlier one would not be found. Leave it out.");
            if (Properties.Contains(argument) && i + 1 < own.Count)
                build.Add($"-p:{own[++i]}");
            else if (WithValue.Contains(argument) && i + 1 < own.Count)
                build.AddRange([argument, own[++i]]);
            else if (WithValue.Contains(name) || Properties.Contains(name))
                build.Add(argument);
            else if (Targets.Contains(argument) && i + 1 < own.Count)
                target = own[++i];
            else if (Targets.Contains(name))
                target = argument[(name.Length + 1)..];
            else if (IsTarget(argument, i == 0 ? null : own[i - 1], folder))
                target = argument;
        }

        return new(arguments, target, build);
    }

    /// <summary>Whether the word names the tested project, and isn't the value of an option.</summary>
    private static bool IsTarget(string argument, string? previous, string folder) =>
        !argument.StartsWith('-')
        && (previous is null
            || IsProjectOrSolution(argument)
            || (!MayHaveValue(previous) && HasProject(Path.GetFullPath(argument, folder))));

    private static bool MayHaveValue(string argument) =>
        argument.StartsWith('-') && !argument.Contains('=') && !argument.Contains(':') && !WithoutValue.Contains(argument);

    private static bool HasProject(string folder) =>
        Directory.Exists(folder) && Directory.EnumerateFiles(folder).Any(IsProjectOrSolution);

    private static bool HasSolution(string folder) =>
        Directory.EnumerateFiles(folder).Any(file => Path.GetExtension(file) is ".sln" or ".slnx");

    private static bool IsProjectOrSolution(string file) =>
        Path.GetExtension(file) is ".sln" or ".slnx" or ".slnf" or [.., 'p', 'r', 'o', 'j'];
}
