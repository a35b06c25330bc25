using Microsoft.EntityFrameworkCore;

namespace Orders.Api;

public sealed class OrdersContext(DbContextOptions<OrdersContext> options) : DbContext(options)
{
    public DbSet<Order> Orders => Set<Order>();

    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Order>().HasIndex(order => order.Customer);
}

public sealed class Order
{
    public int Id { get; set; }

    public required string Customer { get; init; }

    public decimal Amount { get; init; }
}

public sealed record NewOrder(string Customer, decimal Amount);

public sealed record Login(string User, string Password);
