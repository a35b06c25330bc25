using System.Diagnostics;
using HttpPerf.Server;

namespace HttpPerf.Hosting.Child;

// The `dotnet` command line. Settings are passed through the environment, so that the API needs no change.
internal static class ServerCommand
{
    // Settings for the API's addresses and environment may have any of these prefixes; the last one wins.
    private static readonly string[] Prefixes = ["ASPNETCORE_", "DOTNET_", ""];

    /// <summary>Further variables of all servers that this process starts, e.g. for a trace.</summary>
    public static IReadOnlyDictionary<string, string> Further { get; set; } = new Dictionary<string, string>();

    /// <param name="server">The API.</param>
    /// <param name="options">How to start it.</param>
    /// <param name="runtime">Its configuration.</param>
    /// <param name="changed">The copy of that to use instead; null for none.</param>
    /// <param name="certificate">Of its HTTPS address; null if it offers none.</param>
    /// <param name="pipeName">The pipe of HttpPerf's agent.</param>
    public static ProcessStartInfo Create(
        ServerAssembly server,
        ChildProcessOptions options,
        RuntimeConfig runtime,
        SavedRuntimeConfig? changed,
        SavedCertificate? certificate,
        string pipeName)
    {
        string[] host = changed is null ? ["exec"] : ["exec", "--runtimeconfig", changed.Path];
        var command = new ProcessStartInfo(DotnetHost.Find(), [.. host, server.Path, .. options.Arguments])
        {
            WorkingDirectory = server.Folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
            CreateNoWindow = true,
        };

        var environment = command.Environment;
        // An option, unlike the rest, so processes that the API starts inherit it.
        Decide(environment, "ENVIRONMENT", options.EnvironmentName);
        var without = new Dictionary<string, string?>(
            environment, OperatingSystem.IsWindows() ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);
        var addresses = ChoosesAddresses(options)
            ? null
            : $"http://127.0.0.1:{options.Port}{(certificate is null ? "" : ";https://127.0.0.1:0")}";
        Decide(environment, "URLS", addresses);
        Decide(environment, "HTTP_PORTS", null);
        Decide(environment, "HTTPS_PORTS", null);
        Decide(environment, HttpsRedirection.Port, HttpsRedirection.None);
        Decide(environment, "CONTENTROOT", ContentRoot(server, options));
        // HttpPerf's agent runs in the API's process, and needs the .NET of the tests.
        if (runtime.TargetedVersion < Environment.Version.Major)
            environment.TryAdd("DOTNET_ROLL_FORWARD", "LatestMajor");
        foreach (var (name, value) in Further)
            environment[name] = value;
        CompilationDelay.Shorten(environment);
        if (certificate is not null)
            Present(environment, certificate);
        AddOptions(environment, options);
        ServerStartup.Add(environment, ContentRoots.FindStaticAssets(server.Name, server.Folder), addresses);

        AddOptions(without, options);
        OwnVariables.Declare(environment, without);
        var hook = typeof(StartupHookVariable).Assembly.Location;
        if (StartupHookVariable.FindBlocker(hook) is { } blocker)
            throw new HostException($"{server.Name} can't be started with HttpPerf's agent: {blocker}");
        StartupHookVariable.Add(environment, hook);
        environment[AgentProtocol.PipeVariable] = pipeName;
        return command;
    }

    /// <summary>The user's choice holds whichever prefix it has.</summary>
    private static string ContentRoot(ServerAssembly server, ChildProcessOptions options) =>
        Prefixes.Select(prefix => options.EnvironmentVariables.GetValueOrDefault($"{prefix}CONTENTROOT")).OfType<string>().FirstOrDefault()
        ?? ContentRoots.Find(server.Name, server.Folder)
        ?? server.Folder;

    /// <summary>An address that the user passes to the API holds, as one of the API's own code doesn't.</summary>
    private static bool ChoosesAddresses(ChildProcessOptions options) =>
        SettingVariables.AllOf(options).Any(passed => Prefixes.Any(
            prefix => string.Equals(passed.Key.TrimStart('-', '/'), $"{prefix}URLS", StringComparison.OrdinalIgnoreCase)));

    private static void AddOptions(IDictionary<string, string?> environment, ChildProcessOptions options)
    {
        foreach (var (name, value) in options.EnvironmentVariables)
            Set(environment, name, value);
        SettingVariables.Add(environment, options.Settings);
    }

    private static void Present(IDictionary<string, string?> environment, SavedCertificate certificate)
    {
        environment["Kestrel__Certificates__Default__Path"] = certificate.Path;
        environment["Kestrel__Certificates__Default__KeyPath"] = certificate.KeyPath;
        environment["Kestrel__Certificates__Default__Password"] = certificate.Password;
        // An API that takes its own from a store names a subject.
        environment["Kestrel__Certificates__Default__Subject"] = "";
    }

    private static void Decide(IDictionary<string, string?> environment, string name, string? value)
    {
        foreach (var prefix in Prefixes)
            Set(environment, prefix + name, prefix.Length > 0 ? value : null);
    }

    private static void Set(IDictionary<string, string?> environment, string name, string? value)
    {
        if (value is null)
            environment.Remove(name);
        else
            environment[name] = value;
    }
}
