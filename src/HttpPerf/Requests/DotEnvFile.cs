using HttpPerf.Results;

namespace HttpPerf.Requests;

/// <summary>A <c>.env</c> file: lines <c>NAME=value</c>.</summary>
internal static class DotEnvFile
{
    /// <summary>The value of a variable in the nearest file in or above a folder.</summary>
    /// <exception cref="BenchmarkDeclarationException">There is no such file, or it doesn't have the variable.</exception>
    public static string Find(string folder, string name, FileLine place)
    {
        var file = SearchedFolders.From(folder).Select(f => Path.Combine(f, ".env")).FirstOrDefault(File.Exists)
            ?? throw place.Error($"There is no .env file in {folder} or above it, so $dotenv {name} has no value.");
        return File.ReadLines(file)
            .Select(line => line.Trim().Split('=', 2))
            .Where(pair => pair is [var key, _] && key.TrimEnd() == name)
            .Select(pair => Unquote(pair[1].Trim()))
            .FirstOrDefault() ?? throw place.Error($"{file} has no line {name}=…");
    }

    private static string Unquote(string value) =>
        value is ['"', .., '"'] or ['\'', .., '\''] ? value[1..^1] : value;
}
