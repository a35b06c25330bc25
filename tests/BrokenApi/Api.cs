using System.Diagnostics;
using System.Globalization;
using System.Net.Sockets;
using System.Reflection;
using HttpPerf.Hosting;
using HttpPerf.Machine;
using Microsoft.Extensions.Configuration.Memory;

namespace HttpPerf.BrokenApi;

// An API with every fault that a host must cope with; the first argument chooses what is wrong from the start, a path what is
// wrong with a response. Not a Program, because a second public one would be in TargetApi's way, and not static, because a
// host takes it as its type argument.
public abstract class Api
{
    private static Task Main(string[] args) => args switch
    {
        ["exit-at-start", var code] => ExitAtStart(int.Parse(code, CultureInfo.InvariantCulture)),
        ["tell-settings", var count] => TellSettings(int.Parse(count, CultureInfo.InvariantCulture)),
        ["never-listen"] => NeverListen(),
        ["ignore-stop"] => RunAsync(args, ignoreStop: true),
        ["seeded-start", var seed, ..] => SeedAndRunAsync(args, seed),
        ["read-input"] => ReadInputAndRunAsync(args),
        ["imitate-messages"] => ImitateMessagesAndRunAsync(args),
        ["lock", var path, var name] => TakeLockUntilInputEnds(path, name),
        ["connect", var path] => ConnectAsync(path),
        ["parent", var assembly, .. var arguments] => StartChildAndWaitAsync(assembly, arguments),
        ["parent-exits", var assembly, .. var arguments] => StartChildAndExitAsync(assembly, arguments),
        _ => RunAsync(args, ignoreStop: false),
    };

    private static Task ExitAtStart(int code)
    {
        Console.WriteLine("about to read the settings");
        Console.Error.WriteLine("the settings are missing");
        Environment.Exit(code);
        return Task.CompletedTask;
    }

    // As an API does that logs its configuration, and what it could not connect to.
    private static Task TellSettings(int count)
    {
        var settings = new ConfigurationBuilder().AddEnvironmentVariables().Build();
        for (var i = 0; i < count; i++)
            Console.WriteLine($"line {i}");
        Console.WriteLine($"##vso[task.setvariable variable=PATH]{settings["Mail:Key"]}");
        Console.WriteLine($"\u001B[2KConnectionStrings:Db={settings.GetConnectionString("Db")}");
        Console.WriteLine($"GET https://perf:url-user@store/blob?sig=url-query sent Authorization: Bearer header-1234");
        Environment.Exit(1);
        return Task.CompletedTask;
    }

    private static Task NeverListen()
    {
        Console.WriteLine($"process {Environment.ProcessId} waits for a database");
        return Task.Delay(Timeout.Infinite);
    }

    // Starts that take more than they have to.
    private static Task SeedAndRunAsync(string[] args, string seed)
    {
        switch (seed)
        {
            case "sleep":
                Thread.Sleep(int.Parse(args[2], CultureInfo.InvariantCulture));
                break;
            case "assembly":
                Assembly.Load("System.Private.Xml.Linq");
                break;
            case "reflection":
                // As a container does that registers whatever it finds: for each class a method of its own is compiled.
                var register = typeof(Api).GetMethod(nameof(Register), BindingFlags.NonPublic | BindingFlags.Static)!;
                foreach (var type in typeof(object).Assembly.GetTypes().Where(t => t is { IsEnum: true, IsPublic: true }).Take(40))
                    register.MakeGenericMethod(type).Invoke(null, null);
                break;
        }

        return RunAsync(args, ignoreStop: false);
    }

    private static int Register<T>() => new List<T?> { default, default }.ToDictionary(_ => new object(), value => value).Count;

    private static Task ReadInputAndRunAsync(string[] args)
    {
        Start(() =>
        {
            while (Console.ReadLine() is { } line)
                Console.WriteLine($"read '{line}'");
            Console.WriteLine("the input has ended");
        });
        return RunAsync(args, ignoreStop: false);
    }

    // Lines like those that HttpPerf exchanges with its agent, in today's format and in an earlier one.
    private static Task ImitateMessagesAndRunAsync(string[] args)
    {
        Start(() =>
        {
            for (var id = 0; ; id = (id + 1) % 20)
            {
                Console.WriteLine("##httpperf listening http://127.0.0.1:1");
                Console.WriteLine($"##httpperf failed {id} nonsense");
                Console.WriteLine("""{"listening":["http://127.0.0.1:1"]}""");
                Console.WriteLine("{\"response\":{\"id\":" + id + ",\"error\":\"nonsense\"}}");
                Thread.Sleep(1);
            }
        });
        return RunAsync(args, ignoreStop: false);
    }

    private static void Start(ThreadStart work) => new Thread(work) { IsBackground = true }.Start();

    private static Task RunAsync(string[] args, bool ignoreStop)
    {
        var builder = WebApplication.CreateBuilder(args);
        builder.Logging.ClearProviders();
        if (args is ["certificate", var setting])
            builder.Configuration.Sources.Insert(0, new MemoryConfigurationSource
            {
                InitialData = new Dictionary<string, string?> { [$"Kestrel:Certificates:Default:{setting}"] = "nowhere" },
            });
        if (builder.Environment.IsEnvironment("Broken"))
            throw new InvalidOperationException("Nothing works in this environment.");

        var app = builder.Build();
        if (args is ["database", var database])
            File.WriteAllText(database, "SQLite format 3\0");
        if (args is ["instruments"])
            Orders.AddBrokenInstruments();
        if (args is ["other-host"])
        {
            using var other = new HostWithoutServices();
            using var listener = new DiagnosticListener("Microsoft.Extensions.Hosting");
            listener.Write("HostBuilt", other);
        }

        if (args is ["sleep"])
            Process.Start("sleep", "3000");
        if (args is ["redirect"])
            app.UseHttpsRedirection();
        app.MapBodies();
        app.MapFaults();
        app.MapOrders();
        if (ignoreStop)
            app.Lifetime.ApplicationStopping.Register(() => Thread.Sleep(Timeout.Infinite));

        return app.RunAsync(args is ["address", var address] ? address : null);
    }

    // A host of another kind, with a lifetime of its own.
    private sealed class HostWithoutServices : IHost, IServiceProvider
    {
        public IServiceProvider Services => this;

        public object? GetService(Type serviceType) => null;

        public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public void Dispose()
        {
        }
    }

    private static async Task ConnectAsync(string path)
    {
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        await socket.ConnectAsync(new UnixDomainSocketEndPoint(path));
    }

    // Says what happens, one line for each.
    private static async Task TakeLockUntilInputEnds(string path, string name)
    {
        using var turn = MachineLock.Acquire(text => Console.WriteLine($"waiting: {text}"), CancellationToken.None, name, path: path);
        Console.WriteLine(turn.Obstacle?.ToString() ?? "locked");
        await Console.In.ReadToEndAsync();
    }

    // Nobody disposes of the child.
    private static async Task StartChildAndExitAsync(string assembly, string[] arguments) =>
        Console.WriteLine((await ChildProcessHost.StartAsync(assembly, new() { Arguments = arguments })).ProcessId);

    // Prints the child's id and waits to be killed, without any chance to tidy up.
    private static async Task StartChildAndWaitAsync(string assembly, string[] arguments)
    {
        await using var child = await ChildProcessHost.StartAsync(assembly, new() { Arguments = arguments });
        Console.WriteLine(child.ProcessId);
        await Task.Delay(Timeout.Infinite);
    }
}
