using System.Globalization;
using System.Text.Json;
using HttpPerf.Counting;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;

namespace HttpPerf.Server;

/// <summary>Executes the test process's commands in the API's process, one at a time.</summary>
/// <param name="services">The services of the API's hosts, as far as they run.</param>
internal sealed class AgentCommands(Func<IEnumerable<IServiceProvider>> services)
{
    public const string Start = "count start";
    public const string Stop = "count stop";
    public const string ReadUsage = "read usage";
    public const string ReadStart = "read start";
    public const string Collect = "collect";
    public const string FindUnoptimized = "find unoptimized code";
    public const string FindAltered = "find altered code";

    public const string WatchEndpoints = "watch endpoints";
    public const string FindEndpoints = "find endpoints";
    public const string Describe = "describe";
    public const string ReadSettings = "read settings";

    private const string Profile = "profile ";

    private static readonly Dictionary<string, string> Empty = [];

    // Created at the first start, so that an API in which nothing is counted doesn't load the counting code.
    private ServerCounters? _counters;

    private EndpointWatch? _endpoints;

    /// <inheritdoc cref="ProfileMarks.Mark"/>
    public static string Mark(long position, ProfilePhase phase, long operations) => $"{Profile}{position} {(int)phase} {operations}";

    /// <param name="line">An <see cref="AgentRequest"/>, as JSON.</param>
    public AgentResponse Execute(string line)
    {
        var id = 0;
        try
        {
            (id, var command) = AgentProtocol.ParseRequest(line);
            return command switch
            {
                Start => new(id, Readings: StartCounting()),
                Stop => new(id, Readings: StopCounting()),
                ReadUsage => new(id, Usage: ProcessUsage.Read()),
                ReadStart => new(id, Start: StartUsage.Read()),
                Collect => new(id, Live: LiveState.Collect()),
                FindUnoptimized => new(id, Unoptimized: UnoptimizedCode.FindLoaded()),
                FindAltered => new(id, Altered: AlteredCode.Find()),
                WatchEndpoints => new(id, Endpoints: Watch()),
                FindEndpoints => new(id, Endpoints: _endpoints?.Stop(services())),
                Describe => new(id, Description: ApiDescription.Find(services())),
                ReadSettings => new(id, Settings: SettingsOf(services())),
                _ when command.StartsWith(Profile, StringComparison.Ordinal) => Mark(id, command),
                _ => throw new NotSupportedException($"There is no command '{command}'."),
            };
        }
        catch (JsonException e)
        {
            return new(id, $"The request '{line}' can't be read: {e.Message}");
        }
        catch (Exception e)
        {
            return new(id, e.Message);
        }
    }

    private static AgentResponse Mark(int id, string command)
    {
        long[] arguments = [.. command[Profile.Length..].Split(' ').Select(argument => long.Parse(argument, CultureInfo.InvariantCulture))];
        ProfileMarks.Set(arguments[0], (ProfilePhase)arguments[1], arguments[2]);
        return new(id);
    }

    /// <summary>The configuration in force.</summary>
    private static Dictionary<string, string> SettingsOf(IEnumerable<IServiceProvider> services)
    {
        var settings = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var (key, value) in services.SelectMany(s => s.GetService<IConfiguration>()?.AsEnumerable() ?? []))
            if (value is not null)
                settings[key] = value;
        return settings;
    }

    private ApiEndpoints? Watch()
    {
        (_endpoints ??= new()).Start();
        return null;
    }

    private CounterReadings? StartCounting()
    {
        if (_counters is null)
        {
            // Warms up the serializer, whose first-use allocations would be counted as the server's.
            AgentProtocol.Format(new AgentMessage(Response: new(0, Readings: new([CounterReading.Unmoved("")], Empty))));
            _counters = new();
        }

        // Blocking is fine: the agent's thread has nothing else to do.
        _counters.Start(CancellationToken.None).GetAwaiter().GetResult();
        return null;
    }

    private CounterReadings StopCounting()
    {
        var counters = _counters ?? throw new InvalidOperationException("Nothing is being counted.");
        return counters.Stop(CancellationToken.None).GetAwaiter().GetResult();
    }
}
