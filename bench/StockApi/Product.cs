namespace StockApi;

public sealed record Product(int Id, string Name, string Category, int InStock, double Price)
{
    public IReadOnlyList<string> Tags { get; init; } = [];
}
