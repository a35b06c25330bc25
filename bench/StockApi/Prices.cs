namespace StockApi;

/// <summary>Stands for another service, whose answer comes later and from another thread.</summary>
public static class Prices
{
    public static async Task<double> Of(int product)
    {
        await Task.Yield();
        return product / 4.0;
    }
}
