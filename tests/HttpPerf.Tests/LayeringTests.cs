using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using FluentAssertions;
using HttpPerf.Accepting;
using HttpPerf.Hosting;
using HttpPerf.Results;
using Xunit;

namespace HttpPerf.Tests;

/// <summary>
/// Who may know whom in the library. Read from its sources, because that is where it is decided: by namespaces, and by the folders in which
/// the types that a file names are declared.
/// </summary>
public sealed partial class LayeringTests
{
    private static readonly string[] Engine =
    [
        "Workloads", "Discovery", "EarlierBuilds", "Machine", "Checking", "Measuring", "Thresholds", "Profiling", "Reporting", "Hosting",
        "Latency", "Workers", "Requests",
    ];

    /// <summary>The assemblies that are for the end of a run, so that measuring loads neither Razor nor DiffPlex.</summary>
    private static readonly string[] AtTheEnd = ["Reports", "Accepting"];

    /// <summary>Every folder, with the folders that it may know, and those of <see cref="AtTheEnd"/>.</summary>
    private static readonly Dictionary<string, string[]> Known = new()
    {
        ["Machine"] = [],
        ["Latency"] = ["Machine"],
        ["Workloads"] = [],
        ["Discovery"] = ["Workloads"],
        ["Checking"] = ["Workloads"],
        ["Measuring"] = ["Workloads", "Machine", "Latency", "Checking"],
        ["Thresholds"] = ["Discovery", "Measuring"],
        ["Profiling"] = [],
        ["Reporting"] = ["Measuring", "Thresholds", "Profiling", .. AtTheEnd],
        ["Hosting"] = ["Latency"],
        ["EarlierBuilds"] = ["Discovery", "Workloads", "Hosting", "Thresholds", "Reporting"],
        ["Workers"] = ["Hosting", "Measuring"],
        ["Requests"] = ["Workloads", "Discovery", "Hosting"],
        ["Pipeline"] = Engine,
        ["Api"] = ["Pipeline", .. Engine, .. AtTheEnd],
    };

    private static readonly string[] SourceFolders = ["src", "tests", "bench", "samples"];

    private static readonly IReadOnlyList<Source> Sources = [.. ReadSources("HttpPerf")];

    /// <summary>The assemblies below it, where the compiler sees to it that they know nothing of it.</summary>
    private static readonly IReadOnlyList<Source> Pure = [.. ReadSources("HttpPerf.Model"), .. ReadSources("HttpPerf.Judging")];

    private static readonly ILookup<Source, Arrow> Arrows = FindArrows().ToLookup(arrow => arrow.From);

    private static readonly Dictionary<Source, HashSet<Source>> Reachable = Sources.ToDictionary(s => s, FindReachable);

    public static TheoryData<string> Folders => [.. Known.Keys];

    [Fact]
    public void Every_folder_has_its_rule() => Sources.Select(s => s.Room).Distinct().Should().BeEquivalentTo(Known.Keys);

    [Theory]
    [MemberData(nameof(Folders))]
    public void A_folder_names_only_types_of_itself_and_of_those_that_it_may_know(string folder) =>
        Sources.Where(s => s.Room == folder)
            .SelectMany(s => Arrows[s])
            .Where(arrow => arrow.To.Room != folder && !Known[folder].Contains(arrow.To.Room))
            .Select(arrow => arrow.ToString())
            .Should().BeEmpty();

    [Theory]
    [MemberData(nameof(Folders))]
    public void A_folder_uses_only_namespaces_of_itself_and_of_those_that_it_may_know(string folder) =>
        Sources.Where(s => s.Room == folder)
            .SelectMany(s => Namespaces().Matches(s.Code).Select(m => (s.Path, Namespace: m.Groups[1].Value)))
            // Of the assemblies that this one builds on, where the compiler sees to it that they know nothing of this one.
            .Where(used => used.Namespace is not ("Counting" or "Server" or "Model" or "Judging" or "Results"))
            .Where(used => used.Namespace != folder && !Known[folder].Contains(used.Namespace))
            .Should().BeEmpty();

    [Fact]
    public void Types_of_different_folders_form_no_circle() =>
        Sources.Where(s => Reachable[s].Any(other => other.Folder != s.Folder && Reachable[other].Contains(s)))
            .Select(s => s.Path)
            .Should().BeEmpty();

    [Fact]
    public void Files_of_the_pipeline_form_no_circle() =>
        Sources.Where(s => s.Room == "Pipeline" && Reachable[s].Contains(s)).Select(s => s.Path).Should().BeEmpty();

    [Fact]
    public void What_users_touch_is_in_one_namespace_and_what_hosts_in_another()
    {
        var visible = Libraries.SelectMany(library => library.GetExportedTypes()).Where(t => t.Name != "StartupHook").ToList();

        visible.Select(t => t.Namespace).Distinct().Should().BeEquivalentTo("HttpPerf", "HttpPerf.Hosting", "HttpPerf.Results");
    }

    [Fact]
    public void The_public_door_holds_nothing_internal() =>
        Sources.Where(s => s.Room == "Api").Select(s => (s.Path, s.Namespace, IsInternal: InternalTypes().IsMatch(s.Code)))
            .Where(source => source.IsInternal || source.Namespace != "HttpPerf")
            .Should().BeEmpty();

    [Fact]
    public void What_is_internal_is_in_the_namespace_of_its_folder() =>
        Sources
            .SelectMany(s => InternalTypes().Matches(s.Code).Select(
                _ => (s.Path, s.Namespace, Expected: $"HttpPerf.{s.Folder.Replace(Path.DirectorySeparatorChar, '.')}")))
            .Where(type => type.Namespace != type.Expected && Path.GetFileName(type.Path) != "StartupHook.cs")
            .Distinct()
            .Should().BeEmpty();

    /// <summary>A type that no member of another one mentions, and that nobody can name usefully, is nobody's business.</summary>
    [Fact]
    public void A_public_type_is_one_to_begin_with_or_is_mentioned_by_another()
    {
        var visible = Libraries.SelectMany(library => library.GetExportedTypes()).ToList();
        var mentioned = visible.SelectMany(t => MentionedBy(t).Where(other => other != t)).ToHashSet();

        visible
            .Where(t => !t.IsAssignableTo(typeof(Exception)) && !t.IsAssignableTo(typeof(Attribute)) && !(t.IsAbstract && t.IsSealed))
            // xUnit makes these by reflection, and BenchmarkDotNet the last.
            .Where(t => t != typeof(PerfTestCase) && t != typeof(PerfTheoryDiscoverer) && t != typeof(PerfFactDiscoverer)
                && t != typeof(PerfRunSummary) && t != typeof(HttpFileBenchmarks<,>) && t != typeof(XunitTestBenchmarks<>)
                && t != typeof(TestMethodBenchmarks<>))
            .Where(t => t.DeclaringType is null && !mentioned.Contains(t))
            // Cases are discovered, and hosts started, by methods of these themselves.
            .Should().BeEquivalentTo([typeof(PerfCase), typeof(ExternalHost), typeof(ChildProcessHost), typeof(InMemoryHost)]);
    }

    [Fact]
    public void Only_Discovery_knows_BenchmarkDotNet() =>
        Sources.Where(s => s.Room != "Discovery" && Regex.IsMatch(s.Code, @"\bBenchmarkDotNet\.[A-Z]"))
            .Select(s => s.Path)
            .Should().BeEquivalentTo("Requests/HttpFileBenchmarks.cs", "Api/InterleavedJobAttribute.cs", "Api/TestMethodBenchmarks.cs");

    [Fact]
    public void Only_reports_know_Razor() =>
        new[] { typeof(PerfCase), typeof(Verdict), typeof(CaseId), typeof(ResultsDocument), typeof(ThresholdsEdit) }
            .SelectMany(type => type.Assembly.GetReferencedAssemblies().Select(a => a.Name!))
            .Should().NotContain(name => name.StartsWith("Microsoft.AspNetCore.Components", StringComparison.Ordinal));

    [Fact]
    public void The_core_knows_no_test_framework() =>
        typeof(PerfCase).Assembly.GetReferencedAssemblies().Select(a => a.Name!)
            .Should().NotContain(name => name.StartsWith("xunit", StringComparison.OrdinalIgnoreCase));

    [Fact]
    public void Comparing_and_judging_touch_nothing_outside_and_read_no_clock()
    {
        Pure.Should().HaveCountGreaterThan(50);
        Pure.Where(s => Regex.IsMatch(
                s.Code,
                @"\b(?:File|Directory|Stream|Console|Environment|Process|Stopwatch|DateTime|DateTimeOffset|TimeProvider|Timer|Task"
                + @"|Thread|Random|Guid)\.\w"))
            .Select(s => s.Path)
            .Should().BeEmpty();
    }

    /// <summary>A clock that is set while something is measured must not show in its figures.</summary>
    [Fact]
    public void Only_monotonic_clocks_are_read() =>
        Sources.Where(s => Regex.IsMatch(s.Code, @"\b(?:DateTime|DateTimeOffset)\.(?:Utc)?Now\b|\.Get(?:Utc|Local)Now\b"))
            .Select(s => Path.GetFileName(s.Path))
            // The last one is what a request sends as the date.
            .Should().BeEquivalentTo("RunCertificate.cs", "RunResults.cs", "GeneratedValue.cs");

    [Fact]
    public void Every_class_that_is_not_public_is_closed_to_derivation_or_made_for_it() =>
        Libraries.SelectMany(library => library.GetTypes())
            .Where(t => t.IsClass && !t.IsVisible && !t.IsSealed && !t.IsAbstract)
            .Where(t => !t.IsDefined(typeof(CompilerGeneratedAttribute), inherit: false))
            .Should().BeEmpty();

    /// <summary>Beyond this width, reviews and side-by-side views wrap.</summary>
    [Fact]
    public void No_line_of_code_is_longer_than_140_columns()
    {
        var files = SourceFolders
            .SelectMany(folder => Directory.GetFiles(Path.Combine(Repository, folder), "*.cs", SearchOption.AllDirectories))
            .Where(file => !Built().IsMatch(file))
            .ToList();

        files.Should().HaveCountGreaterThan(300);
        files.SelectMany(file => File.ReadLines(file).Select((line, index) => (line, Place: $"{file}:{index + 1}")))
            .Where(line => line.line.Length > 140)
            .Select(line => line.Place)
            .Should().BeEmpty();
    }

    private static IReadOnlyList<Assembly> Libraries =>
    [
        typeof(CaseId).Assembly, typeof(ResultsDocument).Assembly, typeof(Verdict).Assembly, typeof(PerfCase).Assembly,
        typeof(InMemoryHost).Assembly, typeof(PerfTheoryAttribute).Assembly,
    ];

    private static string Repository
    {
        get
        {
            var root = AppContext.BaseDirectory;
            while (!File.Exists(Path.Combine(root, "HttpPerf.sln")))
                root = Path.GetDirectoryName(root)!;
            return root;
        }
    }

    private static IEnumerable<Source> ReadSources(string project)
    {
        var root = Path.Combine(Repository, "src", project);
        foreach (var file in Directory.GetFiles(root, "*.cs", SearchOption.AllDirectories).Where(file => !Built().IsMatch(file)))
        {
            var code = Strings().Replace(Comments().Replace(File.ReadAllText(file), ""), "\"\"");
            var types = Declarations().Matches(code).Select(m => m.Groups[1].Value).ToHashSet();
            yield return new Source(Path.GetRelativePath(root, file), DeclaredNamespace().Match(code).Groups[1].Value, code, types);
        }
    }

    /// <summary>A type's name in a file is an arrow to the file that declares it.</summary>
    private static IEnumerable<Arrow> FindArrows()
    {
        var homes = Sources.SelectMany(s => s.Types.Select(type => (type, s))).ToLookup(home => home.type, home => home.s);
        return from source in Sources
               from name in TypeNames().Matches(source.Code).Select(m => m.Value).Distinct()
               where !source.Types.Contains(name)
               from home in homes[name].Concat(homes[$"{name}Attribute"]).Take(1)
               where home != source && !IsMember(source.Code, name)
               select new Arrow(source, home, name);
    }

    /// <summary>A name behind a type, as in "Metric Metric", or before a value is a member's, unless the type is meant elsewhere.</summary>
    private static bool IsMember(string code, string name) =>
        Regex.IsMatch(code, $@"[\w>\]?]\s+{name}\s*(?:\{{|=>|=|;|,|\)|\()|^\s*{name}\s*=[^>]", RegexOptions.Multiline)
        && !Regex.IsMatch(
            code, $@"(?:new|:|is|as|typeof\(|<|\()\s*{name}\b|\b{name}\??(?:\[\])?\s+[a-z_]\w*|(?<![.\w]){name}\.[A-Z]");

    private static HashSet<Source> FindReachable(Source from)
    {
        var seen = new HashSet<Source>();
        var open = new Stack<Source>(Arrows[from].Select(arrow => arrow.To));
        while (open.TryPop(out var next))
        {
            if (!seen.Add(next))
                continue;
            foreach (var arrow in Arrows[next])
                open.Push(arrow.To);
        }

        return seen;
    }

    private static IEnumerable<Type> MentionedBy(Type type)
    {
        const BindingFlags Public = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static;
        return type.GetMembers(Public)
            .SelectMany(member => member switch
            {
                MethodInfo method => method.GetParameters().Select(p => p.ParameterType).Append(method.ReturnType),
                ConstructorInfo constructor => constructor.GetParameters().Select(p => p.ParameterType),
                PropertyInfo property => [property.PropertyType],
                FieldInfo field => [field.FieldType],
                _ => [],
            })
            .Concat(type.GetInterfaces())
            .Append(type.BaseType ?? typeof(object))
            .SelectMany(Flatten);
    }

    private static IEnumerable<Type> Flatten(Type type) =>
        type.GetGenericArguments().SelectMany(Flatten).Append(type.IsArray ? type.GetElementType()! : type);

    private sealed record Source(string Path, string Namespace, string Code, HashSet<string> Types)
    {
        public string Folder => System.IO.Path.GetDirectoryName(Path)!;

        /// <summary>The folder below the root.</summary>
        public string Room => Folder.Split(System.IO.Path.DirectorySeparatorChar)[0];
    }

    private sealed record Arrow(Source From, Source To, string Name)
    {
        public override string ToString() => $"{From.Path} names {Name} of {To.Path}";
    }

    [GeneratedRegex(@"[\\/](?:obj|bin)[\\/]")]
    private static partial Regex Built();

    [GeneratedRegex("//.*")]
    private static partial Regex Comments();

    [GeneratedRegex("\"\"\"[^\"]*?(?:\"{1,2}[^\"]+?)*\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"", RegexOptions.Singleline)]
    private static partial Regex Strings();

    [GeneratedRegex(@"using HttpPerf\.(\w+)(?:\.\w+)*;")]
    private static partial Regex Namespaces();

    [GeneratedRegex(@"^namespace ([\w.]+);", RegexOptions.Multiline)]
    private static partial Regex DeclaredNamespace();

    [GeneratedRegex(
        @"^(?:public|internal)[^;={(]*?\b(?:class|struct|interface|enum|record(?:\s+(?:class|struct))?|delegate\s+[\w<>?\[\], ]+?)\s+"
        + @"([A-Z]\w*)",
        RegexOptions.Multiline)]
    private static partial Regex Declarations();

    [GeneratedRegex(@"^internal [^;={(]*?\b(?:class|struct|interface|enum|record|delegate)\b", RegexOptions.Multiline)]
    private static partial Regex InternalTypes();

    [GeneratedRegex(@"(?<![.\w])[A-Z]\w*\b")]
    private static partial Regex TypeNames();
}
