using System.Text.Json.Serialization;

namespace HttpPerf.Fixtures;

/// <summary>An enumeration where the server has a string: the same on the wire, without a string per object here.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<Summary>))]
public enum Summary
{
    Freezing,
    Bracing,
    Chilly,
    Cool,
    Mild,
    Warm,
    Balmy,
    Hot,
    Sweltering,
    Scorching,
}
