using System.ComponentModel;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Todo.Api;

var builder = WebApplication.CreateBuilder(args);
// The database lives as long as this connection.
var connection = new SqliteConnection("Data Source=:memory:");
connection.Open();
builder.Services.AddDbContext<TodoContext>(options => options.UseSqlite(connection));
builder.Services.AddOpenApi();

var app = builder.Build();
var pageSize = app.Configuration.GetValue("PageSize", 20);
using (var scope = app.Services.CreateScope())
{
    var db = scope.ServiceProvider.GetRequiredService<TodoContext>();
    db.Database.EnsureCreated();
    db.AddRange(Enumerable.Range(1, 100).Select(i => new TodoItem { Title = $"Task {i}", Done = i % 3 == 0 }));
    db.SaveChanges();
}

app.MapGet("/todos", (TodoContext db, bool? done) =>
    db.Todos.AsNoTracking().Where(todo => done == null || todo.Done == done).OrderBy(todo => todo.Id).Take(pageSize).ToListAsync());
app.MapGet("/todos/{id:int}", async (TodoContext db, [DefaultValue(7)] int id) =>
    await db.Todos.FindAsync(id) is { } todo ? Results.Ok(todo) : Results.NotFound());
app.MapPut("/todos/{id:int}", async (TodoContext db, int id, NewTodo changed) =>
{
    var updated = await db.Todos.Where(todo => todo.Id == id)
        .ExecuteUpdateAsync(set => set.SetProperty(todo => todo.Title, changed.Title).SetProperty(todo => todo.Done, changed.Done));
    return updated == 1 ? Results.NoContent() : Results.NotFound();
});

app.Run();
