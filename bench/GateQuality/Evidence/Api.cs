namespace HttpPerf.GateQuality.Evidence;

/// <summary>An API that is measured.</summary>
/// <param name="Name">What lines call it.</param>
/// <param name="Folder">Its sources, which are also its project's name, relative to the repository.</param>
/// <param name="Tests">The benchmarks that call it.</param>
/// <param name="Categories">Those that are compared with another build.</param>
/// <param name="ChangedCase">The case that most seeds change.</param>
/// <param name="OtherCase">The case beside it.</param>
internal sealed record Api(
    string Name, string Folder, TestProject Tests, IReadOnlyList<string> Categories, string ChangedCase, string OtherCase)
{
    private const string Bodies = "a body larger by a fifth";
    private const string Queries = "N+1 queries";

    /// <summary>The category of the different methods.</summary>
    public const string Methods = "Methods";

    /// <summary>The category of the identical methods.</summary>
    public const string Twins = "Twins";

    /// <summary>The class of the different methods, whose baseline has none to be compared with.</summary>
    public required string MethodsClass { get; init; }

    /// <summary>Both cases, which are measured together.</summary>
    public IReadOnlyList<string> Cases => [ChangedCase, OtherCase];

    public required string Assembly { get; init; }

    /// <summary>Changes that fit this API alone.</summary>
    public required IReadOnlyList<Seed> Seeds { get; init; }

    public static IReadOnlyList<Api> All { get; } =
    [
        new("Orders", "samples/Orders/Api", new("bench/OrdersPerf"), ["Orders", "Placing"], "OrderRequests.OfCustomer", "OrderRequests.One")
        {
            MethodsClass = "ReadingOrders",
            Assembly = "Orders.Api",
            Seeds =
            [
                new("n-plus-1", Queries, new Patch(
                    "Program.cs",
                    "db.Orders.Where(order => order.Customer == customer).ToListAsync());",
                    """
                    OneByOne(customer, db));
                    static async Task<List<Order>> OneByOne(string customer, OrdersContext db)
                    {
                        var ids = await db.Orders.Where(order => order.Customer == customer).Select(order => order.Id).ToListAsync();
                        var found = new List<Order>();
                        foreach (var id in ids)
                            found.Add(await db.Orders.SingleAsync(order => order.Id == id));
                        return found;
                    }
                    """)),
                new("body", Bodies, new Patch(
                    "OrdersContext.cs",
                    "public decimal Amount { get; init; }",
                    "public decimal Amount { get; init; }\n\n    public string Note => \"\";"))
                {
                    Cases = ["OrderRequests.OfCustomer", "OrderRequests.One"],
                },
            ],
        },
        new("Stock", "bench/StockApi", new("bench/StockPerf"), ["Stock"], "StockRequests.OfCategory", "StockRequests.One")
        {
            MethodsClass = "ReadingStock",
            Assembly = "StockApi",
            Seeds =
            [
                new("n-plus-1", Queries, new Patch(
                    "Products.cs",
                    """
                            return [.. products.Select(product => product with { Tags = [.. tags[product.Id]] })];
                    """,
                    """
                            var found = new List<Product>();
                            foreach (var product in products)
                                found.Add(product with { Tags = [.. (await TagsOf(connection, "($value)", product.Id))[product.Id]] });
                            return found;
                    """)),
                new("body", Bodies, new Patch(
                    "Product.cs",
                    "public IReadOnlyList<string> Tags { get; init; } = [];",
                    "public IReadOnlyList<string> Tags { get; init; } = [];\n\n    public string Note => \"in stock\";"))
                {
                    Cases = ["StockRequests.OfCategory", "StockRequests.One"],
                },
                new("result", ".Result", new Patch("Products.cs", "await Prices.Of(id)", "Prices.Of(id).Result"))
                {
                    Cases = ["StockRequests.One"],
                },
            ],
        },
    ];
}
