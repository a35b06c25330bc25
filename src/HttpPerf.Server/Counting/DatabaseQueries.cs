using System.Collections.Concurrent;
using System.Data.Common;
using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Reflection;

namespace HttpPerf.Counting;

/// <summary>
/// Counts what this process sends to databases, by text and by the line that it comes from. Each library tells of its commands in a way of
/// its own, and EF Core of those that it sends through another one, so it counts only where that one doesn't tell. EF Core's database in
/// memory is sent nothing; in its place, the queries count that EF Core has executed.
/// </summary>
internal sealed class DatabaseQueries : IDisposable
{
    private const string EFCore = "Microsoft.EntityFrameworkCore";
    private const string SqlClient = "SqlClientDiagnosticListener";
    private const string Line = "HttpPerf.Line";
    private const string Sqlite = "Microsoft.Data.Sqlite";

    /// <summary>A program may put values into its texts in a way that nobody recognizes.</summary>
    private const int MostTexts = 200;

    private const string OtherTexts = "other queries";

    /// <summary>Events of diagnostic listeners, each with a <see cref="DbCommand"/>.</summary>
    private static readonly HashSet<string> Commands =
    [
        $"{EFCore}.Database.Command.CommandExecuting",
        "Microsoft.Data.SqlClient.WriteCommandBefore",
        "System.Data.SqlClient.WriteCommandBefore",
    ];

    /// <summary>Sources of activities, one for each command: of Npgsql, of MySqlConnector and of MySql.Data.</summary>
    private static readonly HashSet<string> Sources = ["Npgsql", "MySqlConnector", "connector-net"];

    /// <summary>The tags of an activity that hold its query, in the order of OpenTelemetry's conventions.</summary>
    private static readonly string[] Texts = ["db.query.text", "db.statement", "db.stored_procedure.name"];

    /// <summary>The libraries that tell of their commands.</summary>
    private static readonly HashSet<string> Telling =
        ["Microsoft.Data.SqlClient", "System.Data.SqlClient", "Npgsql", "MySqlConnector", "MySql.Data"];

    private static readonly DerivedCounter ExecutedSinceVersion9 =
        new(CounterNames.DatabaseQueries, "microsoft.entityframeworkcore.queries");

    private readonly ConcurrentDictionary<string, string?> _described = [];
    private readonly ConcurrentDictionary<(string Text, string? Line), long> _counts = [];
    private readonly ConcurrentBag<IDisposable> _subscriptions = [];
    private readonly CallingLine _line = new();
    private readonly long _executedBefore = ExecutedByEFCore();

    public DatabaseQueries()
    {
        SqliteStatements.Executing += CountHere;
        var activities = new ActivityListener
        {
            ShouldListenTo = source => Sources.Contains(source.Name),
            Sample = (ref _) => ActivitySamplingResult.AllData,
            // Its text may be known later, and it may end on another thread.
            ActivityStarted = activity => activity.SetCustomProperty(Line, _line.Find()),
            ActivityStopped = Count,
        };
        _subscriptions.Add(activities);
        ActivitySource.AddActivityListener(activities);
        _subscriptions.Add(DiagnosticListener.AllListeners.Subscribe(new Observer<DiagnosticListener>(Listen)));
    }

    /// <summary>One reading for each text.</summary>
    /// <param name="instruments">What instruments have counted.</param>
    public IEnumerable<CounterReading> Read(IEnumerable<CounterReading> instruments) => _counts.IsEmpty
        ? ExecutedSinceVersion9.From(instruments)
            .Prepend(CounterReading.Unmoved(CounterNames.DatabaseQueries) with { Total = ExecutedByEFCore() - _executedBefore })
        : _counts.GroupBy(count => count.Key.Text).Select(same => new CounterReading(
            CounterNames.DatabaseQueries,
            TagsOf(same.Key, same.OrderBy(count => count.Key.Line is null).ThenByDescending(count => count.Value).First().Key.Line),
            same.Sum(count => count.Value)));

    public void Dispose()
    {
        SqliteStatements.Executing -= CountHere;
        foreach (var subscription in _subscriptions)
            subscription.Dispose();
        _line.Dispose();
    }

    /// <summary>Until version 8 it publishes its count once a second, and keeps it in this field.</summary>
    private static long ExecutedByEFCore() => EventSource.GetSources()
        .Where(source => source.Name == EFCore)
        .Select(source => source.GetType().GetField("_totalQueries", BindingFlags.Instance | BindingFlags.NonPublic)?.GetValue(source))
        .Sum(count => count as long? ?? 0);

    private static Dictionary<string, string> TagsOf(string text, string? line) => line is null
        ? new() { [CounterNames.QueryTag] = text }
        : new() { [CounterNames.QueryTag] = text, [CounterNames.LineTag] = line };

    private void Listen(DiagnosticListener listener)
    {
        if (listener.Name is EFCore or SqlClient)
            _subscriptions.Add(listener.Subscribe(new Observer<KeyValuePair<string, object?>>(Count), name => Commands.Contains(name)));
    }

    private void Count(KeyValuePair<string, object?> diagnosticEvent)
    {
        // Subscribers of a listener receive all its events if anybody else asks for them.
        if (!Commands.Contains(diagnosticEvent.Key) || diagnosticEvent.Value is not { } value
            || value.GetType().GetProperty("Command")?.GetValue(value) is not DbCommand command)
            return;
        var library = command.GetType().Assembly.GetName().Name!;
        var isTold = Telling.Contains(library) || (library == Sqlite && SqliteStatements.AreKnown);
        if (!isTold || !diagnosticEvent.Key.StartsWith(EFCore, StringComparison.Ordinal))
            CountHere(command.CommandText);
    }

    private void Count(Activity activity)
    {
        if (Texts.Select(activity.GetTagItem).OfType<string>().FirstOrDefault() is { } sql)
            Count(sql, activity.GetCustomProperty(Line) as string);
    }

    private void CountHere(string sql) => Count(sql, _line.Find());

    private void Count(string sql, string? line)
    {
        if (!_described.TryGetValue(sql, out var text))
            text = _described.Count < MostTexts ? _described.GetOrAdd(sql, QueryText.Describe(sql)) : OtherTexts;
        if (text is not null)
            _counts.AddOrUpdate((text, line), 1, (_, count) => count + 1);
    }
}
