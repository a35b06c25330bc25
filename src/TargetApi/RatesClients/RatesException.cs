namespace TargetApi.RatesClients;

/// <summary>The rates API gave no usable rate.</summary>
public sealed class RatesException(string message, Exception? inner = null) : Exception(message, inner);
