using System.Text.Json;
using System.Text.Json.Serialization;

namespace TargetApi.Rates;

/// <summary>How rates are read, the same for all client libraries, so that what they cost differs by nothing but the library.</summary>
[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(LiveRates))]
public sealed partial class RatesJson : JsonSerializerContext;
