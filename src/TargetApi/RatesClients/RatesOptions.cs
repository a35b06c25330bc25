using System.ComponentModel.DataAnnotations;

namespace TargetApi.RatesClients;

/// <summary>Where the rates API is; section <c>Rates</c> of the configuration.</summary>
internal sealed class RatesOptions
{
    [Required]
    public Uri? BaseAddress { get; set; }

    public TimeSpan Timeout { get; set; } = TimeSpan.FromSeconds(5);
}
