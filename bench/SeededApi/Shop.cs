using Microsoft.EntityFrameworkCore;

namespace HttpPerf.SeededApi;

public sealed class Line
{
    public int Id { get; set; }

    public string Product { get; set; } = "";
}

public sealed class Order
{
    public int Id { get; set; }

    public List<Line> Lines { get; init; } = [];
}

internal sealed class Shop(DbContextOptions<Shop> options) : DbContext(options)
{
    public DbSet<Order> Orders => Set<Order>();
}
