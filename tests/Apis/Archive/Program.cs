using System.Data.Common;
using Dapper;
using Archive;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;

var builder = WebApplication.CreateBuilder(args);
// A database in memory lives as long as this connection.
var connection = new SqliteConnection($"Data Source={builder.Configuration["Database"] ?? ":memory:"}");
connection.Open();
connection.Execute("PRAGMA journal_mode = WAL");
builder.Services.AddDbContext<ArchiveContext>(options => options.UseSqlite(connection));
var app = builder.Build();
using (var scope = app.Services.CreateScope())
{
    var db = scope.ServiceProvider.GetRequiredService<ArchiveContext>();
    if (db.Database.EnsureCreated())
        db.AddRange(Enumerable.Range(1, 30).Select(i => new Entry { Id = i, Amount = 100 * i }));
    db.SaveChanges();
}

app.MapGet("/ef/{count:int}", async (ArchiveContext db, int count) =>
{
    var sum = 0L;
    for (var id = 1; id <= count; id++)
        sum += (await db.Entries.AsNoTracking().FirstAsync(entry => entry.Id == id)).Amount;
    return sum;
});
app.MapGet("/dapper/{count:int}", async (int count) =>
{
    var sum = 0L;
    for (var id = 1; id <= count; id++)
        sum += await connection.QuerySingleAsync<long>("SELECT Amount FROM Entries WHERE Id = @id", new { id });
    return sum;
});
app.MapGet("/plain/{count:int}", (int count) => Enumerable.Range(1, count).Sum(id =>
{
    using var transaction = connection.BeginTransaction();
    using DbCommand command = connection.CreateCommand();
    command.CommandText = $"SELECT Amount FROM Entries WHERE Id = {id}";
    command.Transaction = transaction;
    var amount = (long)command.ExecuteScalar()!;
    transaction.Commit();
    return amount;
}));

app.Run();
