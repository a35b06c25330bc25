using Microsoft.EntityFrameworkCore;
using Orders.Api;

namespace Orders.PerfTests;

/// <summary>A database of this run alone, so that every run measures the same rows.</summary>
public sealed class SeededDatabase
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("orders-");

    public SeededDatabase()
    {
        // Without a pool, no connection of this process keeps the file open.
        using var db = new OrdersContext(
            new DbContextOptionsBuilder<OrdersContext>().UseSqlite($"{ConnectionString};Pooling=False").Options);
        db.Database.EnsureCreated();
        db.AddRange(Enumerable.Range(0, 1000).Select(i => new Order { Customer = $"customer-{i / 20}", Amount = i }));
        db.SaveChanges();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => _folder.Delete(recursive: true);
    }

    public string ConnectionString => $"Data Source={Path.Combine(_folder.FullName, "orders.db")}";
}
