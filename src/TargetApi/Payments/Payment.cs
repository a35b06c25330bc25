namespace TargetApi.Payments;

/// <summary>A payment made.</summary>
/// <param name="Reference">The payer's own name for it.</param>
/// <param name="Amount">What was paid in.</param>
/// <param name="Currency">The currency that was paid in.</param>
/// <param name="TargetCurrency">The currency that is paid out.</param>
/// <param name="Rate">What one unit of the first is worth in the second.</param>
/// <param name="ConvertedAmount">What is paid out, to two decimals.</param>
/// <param name="Date">The UTC date of the conversion.</param>
public sealed record Payment(
    string Reference, decimal Amount, string Currency, string TargetCurrency, decimal Rate, decimal ConvertedAmount, DateOnly Date);
