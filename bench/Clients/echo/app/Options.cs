using System.Globalization;

namespace HttpPerf.EchoApp;

/// <summary>The options of the command line.</summary>
internal sealed class Options
{
    public const string Usage = "--library EchoClients.dll --url URL --way HttpClient|HttpWebRequest --size BYTES";

    private readonly IReadOnlyList<string> _arguments;

    /// <exception cref="FormatException">Something is missing or can't be understood; the message says what.</exception>
    public Options(IReadOnlyList<string> arguments)
    {
        _arguments = arguments;
        Library = Path.GetFullPath(Value("--library"));
        Url = new(Value("--url"));
        Way = Value("--way");
        Size = int.Parse(Value("--size"), NumberStyles.None, CultureInfo.InvariantCulture);
    }

    /// <summary>The build of EchoClients to load.</summary>
    public string Library { get; }

    public Uri Url { get; }

    public string Way { get; }

    /// <summary>Bytes of the body.</summary>
    public int Size { get; }

    private string Value(string name)
    {
        var index = _arguments.ToList().IndexOf(name) + 1;
        return index > 0 && index < _arguments.Count ? _arguments[index] : throw new FormatException($"{name} is missing.");
    }
}
