namespace HttpPerf.Requests;

/// <summary>The requests of a <c>.http</c> file, which Visual Studio, Rider and Visual Studio Code send too.</summary>
/// <param name="Path">Its full path.</param>
/// <param name="Requests">In the order of the file, each with a label of its own.</param>
internal sealed record HttpFile(string Path, IReadOnlyList<HttpFileRequest> Requests)
{
    /// <inheritdoc cref="ReadUnchecked"/>
    public static HttpFile Read(string path) => ReadUnchecked(path).Checked();

    /// <inheritdoc cref="ParseUnchecked"/>
    public static HttpFile Parse(string path, string text) => ParseUnchecked(path, text).Checked();

    /// <remarks>Each request may have errors of its own: <see cref="Check"/>.</remarks>
    /// <exception cref="BenchmarkDeclarationException">It can't be read, or something in it is wrong.</exception>
    public static HttpFile ReadUnchecked(string path)
    {
        try
        {
            return ParseUnchecked(path, File.ReadAllText(path));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new BenchmarkDeclarationException($"{path} can't be read: {e.Message}", e);
        }
    }

    /// <exception cref="BenchmarkDeclarationException">Something in it is wrong.</exception>
    private static HttpFile ParseUnchecked(string path, string text)
    {
        var requests = new HttpFileReader(path, text).Read();
        if (requests.Count == 0)
            throw new BenchmarkDeclarationException(
                $"{System.IO.Path.GetFileName(path)} has no request. Write one, e.g. GET http://localhost/todos");
        RefuseSharedNames(requests);
        foreach (var request in requests)
            CheckNames(request, requests);
        return new(path, NumberLabels(requests));
    }

    /// <summary>
    /// The requests to send before this one, because it refers to their answers or says <c># @ref</c>, in the order in which to send them.
    /// </summary>
    public IReadOnlyList<HttpFileRequest> Before(HttpFileRequest request)
    {
        var sent = new List<HttpFileRequest>();
        AddBefore(request, []);
        return sent;

        void AddBefore(HttpFileRequest next, HashSet<string> waiting)
        {
            foreach (var name in NeededBy(next))
            {
                var needed = Requests.First(r => r.Name == name);
                if (sent.Contains(needed))
                    continue;
                if (!waiting.Add(name))
                    throw next.Place.Error($"{next.Label} and {name} need the answer of each other.");
                AddBefore(needed, waiting);
                sent.Add(needed);
            }
        }
    }

    /// <summary>All references of a request, those in the values of its variables included.</summary>
    public static IEnumerable<(string Reference, FileLine Place)> Reachable(HttpFileRequest request)
    {
        var open = new Queue<Template>(request.Templates);
        var seen = new HashSet<string>();
        while (open.TryDequeue(out var template))
        {
            foreach (var reference in template.References)
            {
                yield return (reference, template.Place);
                if (request.Variables.TryGetValue(reference, out var value) && seen.Add(reference))
                    open.Enqueue(value);
            }
        }
    }

    private static IEnumerable<string> NeededBy(HttpFileRequest request) =>
        Reachable(request).Select(r => ResponseReference.TryParse(r.Reference)?.Request).OfType<string>()
            .Concat(request.Directives.Needed)
            .Distinct();

    /// <exception cref="BenchmarkDeclarationException">Nobody but the editor can send it, or a request that it needs.</exception>
    public void Check(HttpFileRequest request)
    {
        foreach (var sent in Before(request).Append(request))
        {
            RequestUrl.Check(sent.Url);
            foreach (var (reference, place) in Reachable(sent).Where(reachable => reachable.Reference.StartsWith('$')))
                GeneratedValue.Check(reference, place);
        }
    }

    /// <summary>A request that isn't measured may have what only the editor knows.</summary>
    private HttpFile Checked()
    {
        foreach (var request in Requests.Where(request => request.Directives.IsMeasured))
            Check(request);
        return this;
    }

    private static void CheckNames(HttpFileRequest request, List<HttpFileRequest> all)
    {
        var names = all.Select(r => r.Name).OfType<string>().ToHashSet();
        foreach (var (reference, place) in Reachable(request))
        {
            if (ResponseReference.TryParse(reference) is { } response && !names.Contains(response.Request))
                throw place.Error(
                    $"{{{{{reference}}}}} refers to {response.Request}, but no request has that name. {Declare(response.Request)}");
        }

        foreach (var name in request.Directives.Needed.Where(name => !names.Contains(name)))
            throw request.Place.Error($"# @ref {name} names no request. {Declare(name)}");
    }

    private static string Declare(string name) => $"Write # @name {name} above the request that is meant.";

    private static void RefuseSharedNames(List<HttpFileRequest> requests)
    {
        var shared = requests.Where(r => r.Name is not null).GroupBy(r => r.Name).FirstOrDefault(g => g.Count() > 1);
        if (shared is not null)
            throw shared.Last().Place.Error(
                $"The request in line {shared.First().Place.Line} is called {shared.Key} already. Give one of them another name.");
    }

    /// <summary>Requests without a name may be alike.</summary>
    private static IReadOnlyList<HttpFileRequest> NumberLabels(List<HttpFileRequest> requests)
    {
        var seen = new Dictionary<string, int>();
        return
        [
            .. requests.Select(request =>
            {
                var number = seen[request.Label] = seen.GetValueOrDefault(request.Label) + 1;
                return number == 1 ? request : request with { Label = $"{request.Label} ({number})" };
            }),
        ];
    }
}
