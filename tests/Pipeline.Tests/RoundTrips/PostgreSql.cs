using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace HttpPerf.Tests.RoundTrips;

/// <summary>A PostgreSQL server with a new cluster of databases, as long as it isn't disposed of.</summary>
internal sealed class PostgreSql : IAsyncDisposable
{
    /// <summary>Why tests are skipped without it.</summary>
    public const string Missing = "No PostgreSQL is installed, so nothing waits for a database. Debian: apt-get install postgresql";

    private readonly DirectoryInfo _folder;
    private readonly Process _process;

    private PostgreSql(DirectoryInfo folder, Process process, int port)
    {
        (_folder, _process) = (folder, process);
        ConnectionString = $"Host=127.0.0.1;Port={port};Username=postgres;Database=ledger";
    }

    public string ConnectionString { get; }

    /// <summary>Starts the newest one that is installed; null without any.</summary>
    public static async Task<PostgreSql?> TryStart()
    {
        var programs = Directory.Exists("/usr/lib/postgresql")
            ? Directory.GetDirectories("/usr/lib/postgresql").Select(version => Path.Combine(version, "bin"))
            : [];
        if (programs.Where(bin => File.Exists(Path.Combine(bin, "initdb"))).Order().LastOrDefault() is not { } bin)
            return null;

        var folder = Directory.CreateTempSubdirectory("httpperf-postgresql-");
        // It refuses to run as root.
        string[] user = Environment.UserName == "root" ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
        if (user.Length > 0)
            await Run("chown", "65534:65534", folder.FullName);
        var cluster = Path.Combine(folder.FullName, "cluster");
        await Run([.. user, Path.Combine(bin, "initdb"), "-D", cluster, "-U", "postgres", "-A", "trust", "--no-sync", "--locale=C"]);
        var port = FreePort();
        // It ends with this process, however that ends: then its input ends too.
        string[] command =
        [
            .. user, "sh", "-c", "\"$@\" & server=$!; cat >/dev/null; kill -INT \"$server\"; wait \"$server\"", "sh",
            Path.Combine(bin, "postgres"), "-D", cluster, "-p", $"{port}", "-h", "127.0.0.1", "-k", folder.FullName, "-F",
        ];
        var process = Start(command, redirect: true);
        var output = "";
        while (!output.Contains("ready to accept connections", StringComparison.Ordinal))
            output += await process.StandardError.ReadLineAsync() is { } line
                ? $"{line}\n"
                : throw new InvalidOperationException($"PostgreSQL did not start: {output}");
        _ = process.StandardError.ReadToEndAsync();
        return new(folder, process, port);
    }

    public async ValueTask DisposeAsync()
    {
        _process.StandardInput.Close();
        await _process.WaitForExitAsync();
        _process.Dispose();
        _folder.Delete(recursive: true);
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private static async Task Run(params string[] command)
    {
        using var process = Start(command, redirect: false);
        await process.WaitForExitAsync();
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"{string.Join(' ', command)} ended with exit code {process.ExitCode}.");
    }

    private static Process Start(string[] command, bool redirect) => Process.Start(new ProcessStartInfo(command[0], command[1..])
    {
        WorkingDirectory = "/",
        RedirectStandardInput = redirect,
        RedirectStandardError = redirect,
    })!;
}
