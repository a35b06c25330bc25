using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace HttpPerf.EchoApp;

internal static class Program
{
    private static int Main(string[] arguments)
    {
        try
        {
            var options = new Options(arguments);
            AppDomain.CurrentDomain.AssemblyResolve += (_, missing) =>
                new AssemblyName(missing.Name).Name == "EchoClients" ? Assembly.LoadFrom(options.Library) : null;
            Serve(options);
            return 0;
        }
        catch (Exception e) when (e is FormatException or ArgumentException or IOException)
        {
            Console.Error.WriteLine($"{e.Message}\n\n{Options.Usage}");
            return 2;
        }
    }

    // A method of its own, because compiling it loads the library.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Serve(Options options)
    {
        var body = new byte[options.Size];
        new Random(options.Size).NextBytes(body);
        using var client = EchoClients.EchoClient.Create(options.Way, options.Url, body);

        Console.WriteLine("ready");
        while (Console.ReadLine() is { } command)
            Console.WriteLine(new Run(client).For(SecondsOf(command)).ToJson());
    }

    private static TimeSpan SecondsOf(string command)
    {
        var words = command.Split(' ');
        return words.Length == 2 && words[0] == "run"
            ? TimeSpan.FromSeconds(double.Parse(words[1], CultureInfo.InvariantCulture))
            : throw new FormatException($"'{command}' is no command; there is 'run SECONDS'.");
    }
}
