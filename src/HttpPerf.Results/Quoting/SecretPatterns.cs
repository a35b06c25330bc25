using System.Text.RegularExpressions;

namespace HttpPerf.Results.Quoting;

/// <summary>The shapes and names of secrets in logs, bodies, URLs and configuration.</summary>
/// <remarks>Lengths are bounded, because the text may be an attacker's.</remarks>
internal static partial class SecretPatterns
{
    /// <summary>The text in place of a secret, as in the logs of CI systems.</summary>
    public const string Hidden = "***";

    /// <summary>The text that .NET writes in place of a query.</summary>
    private const string HiddenQuery = "?*";

    private const string Words =
        "(?:token|secret|password|passwd|passphrase|(?<![A-Za-z])pwd|(?:api|account|access|private|shared|encryption)[-_ ]?key"
        + "|authorization|cookie|connection[-_ ]?string|shared[-_ ]?access|signature|(?<![A-Za-z])sig(?![A-Za-z]))";

    private static readonly bool ShowsQueries = AppContext.TryGetSwitch("System.Net.Http.DisableUriRedaction", out var isDisabled)
        ? isDisabled
        : Environment.GetEnvironmentVariable("DOTNET_SYSTEM_NET_HTTP_DISABLEURIREDACTION") is { } value
            && (value == "1" || value.Equals("true", StringComparison.OrdinalIgnoreCase));

    /// <summary>Whether something with this name is a secret, e.g. <c>ConnectionStrings:Orders</c>.</summary>
    public static bool IsSecretName(string name) => SecretName().IsMatch(name);

    /// <summary>Replaces everything that looks like a secret. Applied again, it changes nothing.</summary>
    public static string Replace(string text)
    {
        text = PrivateKey().Replace(text, Hidden);
        text = UserInfo().Replace(text, "");
        if (!ShowsQueries)
            text = Query().Replace(text, HiddenQuery);
        text = JsonArray().Replace(text, member => Sentences().IsMatch(member.Groups["value"].Value)
            ? member.Value
            : $"{member.Groups["name"].Value}[\"{Hidden}\"]");
        text = JsonValue().Replace(text, $"${{name}}${{quote}}{Hidden}${{quote}}");
        text = XmlElement().Replace(text, $"${{name}}{Hidden}");
        text = Credentials().Replace(text, $"${{scheme}} {Hidden}");
        text = WebToken().Replace(text, Hidden);
        text = Assignment().Replace(text, $"${{name}}{Hidden}");
        return HeaderLine().Replace(text, $"${{name}}{Hidden}");
    }

    /// <summary>The values of the parts of a connection string that are secrets.</summary>
    public static IEnumerable<string> SecretsIn(string connectionString) => Assignment().Matches(connectionString)
        .Select(part => part.Groups["value"].Value.Trim('"', '\'', ' '));

    [GeneratedRegex(Words, RegexOptions.IgnoreCase)]
    private static partial Regex SecretName();

    [GeneratedRegex("-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----.*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$(?!\n))", RegexOptions.Singleline)]
    private static partial Regex PrivateKey();

    /// <summary>.NET leaves it out too.</summary>
    [GeneratedRegex("""(?<=\b[A-Za-z][\w+.-]{0,20}://)[^\s/?#"'<>]{1,500}@""")]
    private static partial Regex UserInfo();

    /// <summary>Of a URL, or of a path with a value: <c>/orders?key=1</c>.</summary>
    [GeneratedRegex("""(?<=://[^\s"'<>?]{0,2000})\?(?!\*)[^\s"'<>]+|(?<=[\w/.~)\]-])\?[\w.~%\[\]-]{1,200}=[^\s"'<>]*""")]
    private static partial Regex Query();

    /// <summary>Quotes may be escaped, where JSON is within JSON.</summary>
    private const string JsonName =
        $@"(?<name>(?<quote>\\u0022|\\?"")[^""\\\n]{{0,100}}?{Words}[^""\\\n]{{0,100}}\k<quote>\s{{0,20}}:\s{{0,20}})";

    /// <summary>Headers have arrays of values, and so do the errors of a validation, which are sentences.</summary>
    [GeneratedRegex(JsonName + @"\[(?<value>[^\]]*)(?:\]|$)", RegexOptions.IgnoreCase)]
    private static partial Regex JsonArray();

    [GeneratedRegex(
        JsonName + @"(?:\k<quote>(?:\\.|[^\n])*?(?:\k<quote>|$)|(?!true|false|null)[^\s,""\\{}\[\]]+)",
        RegexOptions.IgnoreCase | RegexOptions.Multiline)]
    private static partial Regex JsonValue();

    [GeneratedRegex($@"(?<name><[\w.:-]{{0,60}}{Words}[\w.:-]{{0,60}}>)[^<\n]+", RegexOptions.IgnoreCase)]
    private static partial Regex XmlElement();

    /// <summary>A word, as in "Basic authentication", has neither digits nor padding.</summary>
    [GeneratedRegex(
        @"\b(?<scheme>Bearer|Basic|Digest|Negotiate|NTLM|DPoP|ApiKey|SharedKey|SharedAccessSignature|AWS4-HMAC-SHA256) +"
        + @"(?=[\w.~+/:%&-]{0,200}[\d=])[\w.~+/=:%&-]{6,}",
        RegexOptions.IgnoreCase)]
    private static partial Regex Credentials();

    /// <summary>A JSON Web Token: its header begins with <c>{"</c>.</summary>
    [GeneratedRegex(@"\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)*")]
    private static partial Regex WebToken();

    /// <summary>A part of a connection string, a setting or a form's field. Values may contain spaces.</summary>
    [GeneratedRegex(
        $@"(?<name>(?<![\w.:-])[\w.:-]{{0,100}}?{Words}[\w.:-]{{0,60}} ?=(?![=>]) ?)"
        + @"(?<value>""[^""\n]*""?|'[^'\n]*'?|[^;&""'\s][^;&""'\n]*)",
        RegexOptions.IgnoreCase)]
    private static partial Regex Assignment();

    /// <summary>A header, or a setting in a log. An exception's name is followed by its message.</summary>
    [GeneratedRegex(
        $@"(?<name>(?<![\w.-])[\w-]{{0,60}}?{Words}[\w-]{{0,60}}(?<!Exception|Error)'?[ \t]{{0,10}}:[ \t]+)[^\n]+",
        RegexOptions.IgnoreCase)]
    private static partial Regex HeaderLine();

    [GeneratedRegex(@"^\s*""[^""]*\w \w+ [^""]*\.""")]
    private static partial Regex Sentences();
}
