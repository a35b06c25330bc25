using System.ComponentModel.DataAnnotations;

namespace TargetApi.RatesClients;

/// <summary>Where the rates API is; section <c>Rates</c> of the configuration.</summary>
public sealed class RatesOptions
{
    /// <summary>With a trailing slash, if it has a path.</summary>
    [Required]
    public Uri? BaseAddress { get; set; }

    /// <summary>How long an answer may take, its body included.</summary>
    public TimeSpan Timeout { get; set; } = TimeSpan.FromSeconds(5);
}
