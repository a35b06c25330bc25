using System.Collections;
using System.Text.Json;

namespace HttpPerf.Results.Quoting;

/// <summary>
/// Hides secrets in text of others, which is quoted in messages and files: those that are known, and whatever looks like one.
/// </summary>
internal static class Secrets
{
    /// <summary>A shorter value is part of too many words.</summary>
    private const int ShortestNamed = 4;

    /// <summary>The shortest value to hide if its name doesn't say that it is a secret.</summary>
    private const int ShortestOther = 8;

    private static readonly Lock Adding = new();

    /// <summary>Longest first: one may be part of another.</summary>
    private static volatile string[] _known = [];

    /// <summary>The API inherits this process's variables, and CI systems pass secrets by them.</summary>
    static Secrets() => Add(Environment.GetEnvironmentVariables()
        .Cast<DictionaryEntry>()
        .Select(variable => KeyValuePair.Create((string)variable.Key, (string?)variable.Value))
        .Where(variable => SecretPatterns.IsSecretName(variable.Key)));

    /// <summary>Remembers the values of an API's settings, of which any may be a secret.</summary>
    /// <param name="settings">By name. Words, numbers, files, and addresses without credentials are no secrets.</param>
    public static void Add(IEnumerable<KeyValuePair<string, string?>> settings)
    {
        lock (Adding)
            _known = [.. _known.Concat(settings.SelectMany(SecretsOf)).Distinct().OrderByDescending(secret => secret.Length)];
    }

    /// <summary>The text with <c>***</c> in place of secrets.</summary>
    public static string Hide(string text)
    {
        foreach (var secret in _known)
            text = text.Replace(secret, SecretPatterns.Hidden, StringComparison.Ordinal);
        return SecretPatterns.Replace(text);
    }

    private static IEnumerable<string> SecretsOf(KeyValuePair<string, string?> setting)
    {
        if (setting.Value is not { } value)
            return [];
        // Of a key or a certificate, each line.
        var lines = SecretPatterns.SecretsIn(value).Concat(value.Split('\n', StringSplitOptions.TrimEntries)).Append(value);
        var shortest = SecretPatterns.IsSecretName(setting.Key) ? ShortestNamed : ShortestOther;
        return lines
            .Where(secret => secret.Length >= shortest && (shortest == ShortestNamed || !IsOrdinary(secret)))
            .Where(secret => secret != SecretPatterns.Hidden && !Path.Exists(secret))
            .SelectMany(secret => new[] { secret, JsonEncodedText.Encode(secret).Value, Uri.EscapeDataString(secret) });
    }

    /// <summary>Whether it is a word, a number, or an address without credentials.</summary>
    private static bool IsOrdinary(string value) =>
        value.All(c => char.IsLetter(c) || c is ' ' or '.' or ',' or '-' or '_')
        || value.All(c => char.IsDigit(c) || c is '.' or ':' or '-' or '+')
        || (Uri.TryCreate(value, UriKind.Absolute, out var address)
            && address is { IsFile: false, Host.Length: > 0, UserInfo.Length: 0, Query.Length: 0 });
}
