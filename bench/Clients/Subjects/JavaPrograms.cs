using System.Diagnostics;
using System.Text.RegularExpressions;
using HttpPerf.Clients.Measuring;

namespace HttpPerf.Clients.Subjects;

/// <summary>The clients in Java, which are compiled when the first of them is started.</summary>
internal static partial class JavaPrograms
{
    private const string Libraries = "/usr/share/java";

    private static readonly string Classes = Path.Combine(AppContext.BaseDirectory, "java-classes");
    private static readonly string[] Netty = Directory.Exists(Libraries) ? FindNetty() : [];
    private static readonly Lazy<Task> Compilation = new(Compile);

    /// <summary>Null if Debian's package isn't installed.</summary>
    public static string? NettyVersion { get; } = Netty.Select(jar => Versioned().Match(jar).Groups["version"].Value).Max();

    /// <summary>
    /// With two cores, the common pool has one thread. CompletableFuture then doesn't use it and starts a thread for every response of the
    /// JDK's HttpClient, which takes four fifths of its throughput.
    /// </summary>
    private static string[] CommonPool =>
        Environment.ProcessorCount > 2 ? [] : ["-Djava.util.concurrent.ForkJoinPool.common.parallelism=2"];

    private static string ClassPath => string.Join(Path.PathSeparator, [Classes, .. Netty]);

    /// <exception cref="ClientException">It can't be compiled.</exception>
    public static async Task<ProcessStartInfo> Command(string name)
    {
        await Compilation.Value;
        return new("java", [.. CommonPool, "-cp", ClassPath, name]);
    }

    private static async Task Compile()
    {
        var sources = Directory.EnumerateFiles(Repository.File("java"), "*.java")
            .Where(path => Netty.Length > 0 || Path.GetFileName(path) != "NettyClient.java");
        var command = new ProcessStartInfo("javac", ["-d", Classes, "-cp", ClassPath, .. sources]) { RedirectStandardError = true };
        using var compiler = Process.Start(command)!;
        var errors = await compiler.StandardError.ReadToEndAsync();
        await compiler.WaitForExitAsync();
        if (compiler.ExitCode != 0)
            throw new ClientException($"bench/Clients/java can't be compiled: {errors.Trim()}");
    }

    private static string[] FindNetty() => [.. Directory.EnumerateFiles(Libraries, "netty-*.jar").Where(jar => Versioned().IsMatch(jar))];

    /// <summary>Each of Debian's jars is there twice, with and without its version.</summary>
    [GeneratedRegex(@"/netty-(buffer|codec|codec-http|common|handler|resolver|transport)-(?<version>\d[\w.]*)\.jar$")]
    private static partial Regex Versioned();
}
