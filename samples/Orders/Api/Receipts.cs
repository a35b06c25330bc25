namespace Orders.Api;

public interface IReceipts
{
    Task Send(Order order);
}

/// <summary>Stands for a mail server that takes its time.</summary>
public sealed class MailedReceipts : IReceipts
{
    public Task Send(Order order) => Task.Delay(30);
}
