namespace HttpPerf;

/// <summary>Implemented by attributes that turn requests into tests: those of a <c>.http</c> file, or one for each endpoint.</summary>
public interface IRequestsTest : IPerfTest
{
    /// <summary>A type of the API's assembly.</summary>
    Type EntryPoint { get; }

    /// <summary>The path of the file, as the attribute has it; null for the endpoints of the API.</summary>
    string? File { get; }

    /// <summary>The environment of <c>http-client.env.json</c>; null for the only one.</summary>
    string? Environment { get; }

    /// <summary>The class that starts the API; null to start it without options.</summary>
    Type? Api { get; }
}
