using Microsoft.Data.Sqlite;

namespace StockApi;

/// <summary>A database in memory, which every start fills with the same rows.</summary>
public sealed class Products : IDisposable
{
    private const string Database = "Data Source=stock;Mode=Memory;Cache=Shared";

    /// <summary>The database lives as long as its first connection.</summary>
    private readonly SqliteConnection _first = Open();

    public Products()
    {
        using var command = _first.CreateCommand();
        command.CommandText =
            """
            CREATE TABLE Products (Id INTEGER PRIMARY KEY, Name TEXT, Category TEXT, InStock INTEGER, Price REAL);
            CREATE INDEX ByCategory ON Products (Category);
            CREATE TABLE Tags (Product INTEGER, Tag TEXT);
            CREATE INDEX ByProduct ON Tags (Product);
            WITH RECURSIVE Numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM Numbers WHERE n < 1999)
            INSERT INTO Products SELECT n, 'Product number ' || n, 'category-' || (n / 100), n % 7, n / 4.0 FROM Numbers;
            INSERT INTO Tags SELECT Id, 'tag-' || (Id % 10) FROM Products UNION ALL SELECT Id, 'tag-' || (10 + Id % 3) FROM Products;
            """;
        command.ExecuteNonQuery();
    }

    public async Task<Product?> Find(int id)
    {
        await using var connection = Open();
        var price = await Prices.Of(id);
        var found = await Read(connection, "Id = $value", id);
        return found.Count == 0 ? null : found[0] with { Price = price };
    }

    public async Task<IReadOnlyList<Product>> OfCategory(string category)
    {
        await using var connection = Open();
        var products = await Read(connection, "Category = $value", category);
        var tags = await TagsOf(connection, "(SELECT Id FROM Products WHERE Category = $value)", category);
        return [.. products.Select(product => product with { Tags = [.. tags[product.Id]] })];
    }

    public void Dispose() => _first.Dispose();

    private static SqliteConnection Open()
    {
        var connection = new SqliteConnection(Database);
        connection.Open();
        return connection;
    }

    private static async Task<List<Product>> Read(SqliteConnection connection, string condition, object value)
    {
        await using var command = connection.CreateCommand();
        command.CommandText = $"SELECT Id, Name, Category, InStock, Price FROM Products WHERE {condition}";
        command.Parameters.AddWithValue("$value", value);
        await using var reader = await command.ExecuteReaderAsync();
        var products = new List<Product>();
        while (await reader.ReadAsync())
            products.Add(new(reader.GetInt32(0), reader.GetString(1), reader.GetString(2), reader.GetInt32(3), reader.GetDouble(4)));
        return products;
    }

    private static async Task<ILookup<int, string>> TagsOf(SqliteConnection connection, string products, object value)
    {
        await using var command = connection.CreateCommand();
        command.CommandText = $"SELECT Product, Tag FROM Tags WHERE Product IN {products}";
        command.Parameters.AddWithValue("$value", value);
        await using var reader = await command.ExecuteReaderAsync();
        var tags = new List<(int Product, string Tag)>();
        while (await reader.ReadAsync())
            tags.Add((reader.GetInt32(0), reader.GetString(1)));
        return tags.ToLookup(tag => tag.Product, tag => tag.Tag);
    }
}
