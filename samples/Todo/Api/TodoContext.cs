using Microsoft.EntityFrameworkCore;

namespace Todo.Api;

public sealed class TodoContext(DbContextOptions<TodoContext> options) : DbContext(options)
{
    public DbSet<TodoItem> Todos => Set<TodoItem>();
}

public sealed class TodoItem
{
    public int Id { get; set; }

    public required string Title { get; set; }

    public bool Done { get; set; }
}

public sealed record NewTodo(string Title, bool Done);
