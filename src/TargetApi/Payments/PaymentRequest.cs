using System.ComponentModel.DataAnnotations;

namespace TargetApi.Payments;

/// <summary>A payment to make.</summary>
public sealed record PaymentRequest
{
    private const string CurrencyCode = "^[A-Z]{3}$";

    /// <summary>The payer's own name for it.</summary>
    [Required, StringLength(35)]
    public string? Reference { get; init; }

    /// <summary>In <see cref="Currency"/>.</summary>
    [Range(typeof(decimal), "0.01", "1000000000", ParseLimitsInInvariantCulture = true)]
    public decimal Amount { get; init; }

    /// <summary>The currency of the payment, e.g. <c>EUR</c>.</summary>
    [Required, RegularExpression(CurrencyCode, ErrorMessage = "The field {0} must be three capital letters, e.g. EUR.")]
    public string? Currency { get; init; }

    /// <summary>The currency of the payout, e.g. <c>GBP</c>.</summary>
    [Required, RegularExpression(CurrencyCode, ErrorMessage = "The field {0} must be three capital letters, e.g. GBP.")]
    public string? TargetCurrency { get; init; }
}
