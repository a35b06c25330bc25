using System.Text.Json;
using System.Text.Json.Serialization;
using TargetApi.Payments;
using TargetApi.Rates;

namespace HttpPerf.Fixtures;

/// <summary>How every client library reads and writes the payment API's JSON, so that they differ in nothing but themselves.</summary>
[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(LiveRates))]
[JsonSerializable(typeof(Payment))]
[JsonSerializable(typeof(PaymentRequest))]
[JsonSerializable(typeof(Problem))]
public sealed partial class ClientJson : JsonSerializerContext;

/// <summary>The part of problem details that clients read.</summary>
/// <param name="Detail">What was wrong.</param>
public sealed record Problem(string Detail);
