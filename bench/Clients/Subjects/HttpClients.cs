using System.Diagnostics;
using System.Runtime.InteropServices;
using HttpPerf.Clients.Measuring;
using HttpPerf.Clients.Tools;
using HttpPerf.Hosting.Child;

namespace HttpPerf.Clients.Subjects;

/// <summary>The clients of the published table, in its order.</summary>
internal static class HttpClients
{
    /// <summary>Which of them this machine has, is looked for once.</summary>
    public static IReadOnlyList<HttpSubject> All { get; } = [.. Tools(), .. Dotnet(), .. Java(), .. JavaScript(), .. Python()];

    private static IEnumerable<HttpSubject> Tools()
    {
        yield return HttpSubject.Tool("wrk", "C; a thread a core", "71,284", PackageOf("wrk"), (url, n) => new Wrk(url, n));
        yield return Bombardier.FindVersion() is { } version
            ? HttpSubject.Tool("bombardier", "Go; all cores", "62,988", new(version), (url, n) => new Bombardier(url, n))
            : HttpSubject.Tool(
                "hey", "Go, in bombardier's place; all cores", "62,988 (bombardier)", PackageOf("hey"), (url, n) => new Hey(url, n));
    }

    private static IEnumerable<HttpSubject> Dotnet()
    {
        var installation = new Installation(RuntimeInformation.FrameworkDescription);
        yield return Program("net-sockets", "Socket; thread pool", "67,231", "sockets");
        yield return Program("net-sockets-httpperf", "the same Sockets, called by [ConcurrentCallers]", null, "httpperf");
        yield return Program("net-http-client", "HttpClient; thread pool", "28,099", "http-client");

        HttpSubject Program(string name, string description, string? published, string client) => HttpSubject.Program(
            name, description, published, installation, () => Command(DotnetHost.Find(), "exec", Repository.DotnetClients, client));
    }

    private static IEnumerable<HttpSubject> Java()
    {
        var jdk = Commands.Find("javac") is not null && Commands.Ask("java", "-version") is { } version
            ? new(version)
            : Lacks("default-jdk-headless");
        yield return HttpSubject.Program(
            "java-http-client", "JDK HttpClient; its selector and thread pool", null, jdk, () => JavaPrograms.Command("JdkClient"));
        yield return HttpSubject.Program(
            "java-netty",
            "Netty and its HTTP codec; a thread a core",
            "26,546 (reactor-netty)",
            jdk.Missing is not null ? jdk : JavaPrograms.NettyVersion is { } netty ? new($"Netty {netty}") : Lacks("libnetty-java"),
            () => JavaPrograms.Command("NettyClient"));
    }

    private static IEnumerable<HttpSubject> JavaScript()
    {
        var node = Commands.Ask("node", "--version") is { } version ? new($"Node.js {version}") : Lacks("nodejs");
        var fetch = Repository.File("javascript", "node_modules", "node-fetch", "package.json");
        yield return Program("js-sockets", "net.Socket; 1 thread", "64,795", node, "sockets.js");
        yield return Program("js-http", "http; 1 thread", "13,971", node, "http.js");
        yield return Program(
            "js-node-fetch",
            "node-fetch; 1 thread",
            "8,430",
            node.Missing is not null ? node
                : File.Exists(fetch) ? new(Packages.VersionIn(fetch))
                : Installation.Lacks("Run bench/Clients/install, or `npm ci` in bench/Clients/javascript."),
            "node-fetch.js");

        static HttpSubject Program(string name, string description, string published, Installation installation, string file) =>
            HttpSubject.Program(name, description, published, installation, () => Command("node", Repository.File("javascript", file)));
    }

    private static IEnumerable<HttpSubject> Python()
    {
        const string Versions = "import sys, aiohttp; print('aiohttp ' + aiohttp.__version__ + ', Python ' + sys.version.split()[0])";

        // Debian's packages are for Debian's Python, which need not be the first on the path.
        string[] pythons = ["/usr/bin/python3", "python3"];
        var python = pythons.Select(p => (Command: p, Version: Commands.Ask(p, "--version"))).FirstOrDefault(p => p.Version is not null);
        var aiohttp = pythons.Select(p => (Command: p, Version: Commands.Ask(p, "-c", Versions)))
            .FirstOrDefault(p => p.Version?.StartsWith("aiohttp ", StringComparison.Ordinal) == true);
        yield return Program(
            "python-sockets",
            "asyncio; 1 thread",
            "33,652",
            python.Version is { } v ? new(v) : Lacks("python3"),
            python.Command,
            "sockets.py");
        yield return Program(
            "python-aiohttp",
            "aiohttp; 1 thread",
            "2,135",
            aiohttp.Version is { } version ? new(version) : Lacks("python3-aiohttp"),
            aiohttp.Command,
            "aiohttp_client.py");

        // Without -B, it would write files beside the sources.
        static HttpSubject Program(
            string name, string description, string published, Installation installation, string python, string file) =>
            HttpSubject.Program(name, description, published, installation, () => Command(python, "-B", Repository.File("python", file)));
    }

    private static Task<ProcessStartInfo> Command(string command, params string[] arguments) =>
        Task.FromResult(new ProcessStartInfo(command, arguments));

    private static Installation PackageOf(string tool) =>
        Commands.Find(tool) is not null ? new(Packages.DebianVersion(tool)) : Lacks(tool);

    private static Installation Lacks(string package) =>
        Installation.Lacks($"Run bench/Clients/install, or install the Debian package {package}.");
}
