namespace HttpPerf.Server;

/// <summary>The OpenAPI document by which an API describes itself, even where it doesn't serve it, e.g. in production.</summary>
internal static class ApiDescription
{
    /// <summary>
    /// The service that generators of documents register for <c>dotnet build</c>, which asks for it by this name:
    /// Microsoft.AspNetCore.OpenApi, Swashbuckle and NSwag.
    /// </summary>
    private const string Provider = "Microsoft.Extensions.ApiDescriptions.IDocumentProvider";

    /// <param name="services">The services of the API's hosts.</param>
    /// <returns>The first document, as JSON; null if there is none.</returns>
    public static string? Find(IEnumerable<IServiceProvider> services)
    {
        var types = AppDomain.CurrentDomain.GetAssemblies().Select(assembly => assembly.GetType(Provider)).OfType<Type>().ToList();
        var found =
            from service in services
            from type in types
            let provider = service.GetService(type)
            where provider is not null
            select Write(type, provider);
        return found.FirstOrDefault();
    }

    private static string? Write(Type type, object provider)
    {
        var names = (IEnumerable<string>)type.GetMethod("GetDocumentNames", [])!.Invoke(provider, [])!;
        if (names.FirstOrDefault() is not { } name)
            return null;
        using var text = new StringWriter();
        // Blocking is fine: the agent's thread has nothing else to do.
        ((Task)type.GetMethod("GenerateAsync", [typeof(string), typeof(TextWriter)])!.Invoke(provider, [name, text])!)
            .GetAwaiter().GetResult();
        return text.ToString();
    }
}
