using System.Data.Common;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Diagnostics.Metrics;
using FluentAssertions;
using HttpPerf.Counting;
using Microsoft.Data.Sqlite;
using Xunit;

namespace HttpPerf.Tests.Counting;

[Collection(nameof(Alone))]
public sealed class DatabaseQueriesTests
{
    private const string Queries = "database.queries";

    [Fact]
    public async Task Each_statement_of_SQLite_counts_with_its_text_and_line()
    {
        SqliteStatements.Watch();
        using var connection = new SqliteConnection("Data Source=:memory:");
        connection.Open();

        var counted = await Counted.WhileAsync(() =>
        {
            Execute(connection, "BEGIN");
            Execute(connection, "CREATE TABLE T (a)");
            for (var i = 0; i < 3; i++)
                Execute(connection, $"INSERT INTO T VALUES ({i})");
            Execute(connection, "COMMIT");
        });

        counted.Total(Queries).Should().Be(4);
        counted.Total(Queries, ("query", "INSERT INTO T VALUES (?)")).Should().Be(3);
        counted.Counted.Where(reading => reading.Name == Queries).Should()
            .OnlyContain(reading => reading.Tags["line"].StartsWith("DatabaseQueriesTests.cs:", StringComparison.Ordinal));
    }

    [Fact]
    public async Task While_nothing_counts_nothing_is_kept()
    {
        SqliteStatements.Watch();
        using var connection = new SqliteConnection("Data Source=:memory:");
        connection.Open();
        await Counted.WhileAsync(() => Execute(connection, "SELECT 1"));
        Execute(connection, "SELECT 2");

        var counted = await Counted.WhileAsync(() => { });

        counted.ShouldHaveStoodStill(Queries);
    }

    [Theory]
    [InlineData("Npgsql", "db.query.text")]
    [InlineData("Npgsql", "db.statement")]
    [InlineData("MySqlConnector", "db.stored_procedure.name")]
    [InlineData("connector-net", "db.statement")]
    public async Task An_activity_with_a_query_counts_and_one_that_connects_does_not(string library, string tag)
    {
        using var source = new ActivitySource(library);

        var counted = await Counted.WhileAsync(() =>
        {
            source.StartActivity("Open")!.Dispose();
            // Its text comes after its start.
            using var activity = source.StartActivity("Execute");
            activity!.SetTag(tag, "Overdue");
        });

        counted.Total(Queries).Should().Be(1);
        counted.Total(Queries, ("query", "Overdue")).Should().Be(1);
    }

    [Theory]
    [InlineData("Microsoft.Data.SqlClient.WriteCommandBefore", 1)]
    [InlineData("System.Data.SqlClient.WriteCommandBefore", 1)]
    [InlineData("Microsoft.Data.SqlClient.WriteCommandAfter", 0)]
    public async Task A_command_of_SqlClient_counts_before_it_is_sent(string name, int count)
    {
        using var listener = new DiagnosticListener("SqlClientDiagnosticListener");
        using var command = new SqliteCommand("SELECT 1");

        var counted = await Counted.WhileAsync(() => Write(listener, name, command));

        counted.Total(Queries).Should().Be(count);
    }

    [Fact]
    public async Task What_EF_Core_sends_through_a_library_that_tells_of_it_counts_once()
    {
        SqliteStatements.Watch();
        using var listener = new DiagnosticListener("Microsoft.EntityFrameworkCore");
        using var connection = new SqliteConnection("Data Source=:memory:");
        connection.Open();
        using var command = new SqliteCommand("SELECT 1", connection);
        using var unknown = new UnknownCommand { CommandText = "SELECT 2, 'b'" };

        var counted = await Counted.WhileAsync(() =>
        {
            foreach (var sent in new DbCommand[] { command, unknown })
            {
                Write(listener, "Microsoft.EntityFrameworkCore.Database.Command.CommandExecuting", sent);
                sent.ExecuteScalar();
                Write(listener, "Microsoft.EntityFrameworkCore.Database.Command.CommandExecuted", sent);
            }
        });

        counted.Total(Queries, ("query", "SELECT ?")).Should().Be(1);
        counted.Total(Queries, ("query", "SELECT ?, ?")).Should().Be(1);
        counted.Total(Queries).Should().Be(2);
    }

    [Fact]
    public async Task A_database_in_memory_to_which_nothing_is_sent_counts_what_EF_Core_counts()
    {
        using var meter = new Meter("Microsoft.EntityFrameworkCore");
        var queries = meter.CreateCounter<long>("microsoft.entityframeworkcore.queries");

        var counted = await Counted.WhileAsync(() => queries.Add(3));

        counted.Total(Queries).Should().Be(3);
    }

    private static void Execute(SqliteConnection connection, string sql)
    {
        using var command = new SqliteCommand(sql, connection);
        command.ExecuteNonQuery();
    }

    private static void Write(DiagnosticListener listener, string name, DbCommand command)
    {
        if (listener.IsEnabled(name))
            listener.Write(name, new { Command = command });
    }

    private sealed class UnknownCommand : DbCommand
    {
        [AllowNull]
        public override string CommandText { get; set; } = "";

        public override int CommandTimeout { get; set; }

        public override System.Data.CommandType CommandType { get; set; }

        public override bool DesignTimeVisible { get; set; }

        public override System.Data.UpdateRowSource UpdatedRowSource { get; set; }

        protected override DbConnection? DbConnection { get; set; }

        protected override DbParameterCollection DbParameterCollection => throw new NotSupportedException();

        protected override DbTransaction? DbTransaction { get; set; }

        public override void Cancel()
        {
        }

        public override int ExecuteNonQuery() => 0;

        public override object? ExecuteScalar() => null;

        public override void Prepare()
        {
        }

        protected override DbParameter CreateDbParameter() => throw new NotSupportedException();

        protected override DbDataReader ExecuteDbDataReader(System.Data.CommandBehavior behavior) => throw new NotSupportedException();
    }
}
