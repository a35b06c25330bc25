namespace HttpPerf.Clients.Dotnet;

internal interface IRequester : IDisposable
{
    /// <summary>Makes a request. Throws if it isn't answered with status 200 and <c>Hello, World!</c>.</summary>
    Task Get();
}
