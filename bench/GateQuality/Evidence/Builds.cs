using System.Diagnostics;
using System.Security.Cryptography;
using System.Text;
using HttpPerf.Hosting.Child;

namespace HttpPerf.GateQuality.Evidence;

/// <summary>Builds of APIs with and without changes, each in a folder of its own with the tests that call it, made once.</summary>
/// <param name="repository">Where the sources are.</param>
/// <param name="folder">Where the builds go: below the repository, so that its properties apply.</param>
internal sealed class Builds(string repository, string folder)
{
    /// <summary>An API that joins paths allocates more in a longer folder, so all names have this length.</summary>
    private const int NameLength = 24;

    private const string Stamp = "made-of.txt";

    /// <returns>The folder of the build.</returns>
    public async Task<string> Make(Api api, Seed seed, string suffix = "")
    {
        var name = $"{api.Name}-{seed.Name}{suffix}".PadRight(NameLength, '_');
        var (sources, build) = (Path.Combine(folder, "sources", name), Path.Combine(folder, "builds", name));
        var stamp = Path.Combine(folder, "builds", $"{name}.{Stamp}");
        var madeOf = Describe(api, seed);
        if (File.Exists(stamp) && await File.ReadAllTextAsync(stamp) == madeOf)
            return build;

        Console.Error.WriteLine($"building {name.TrimEnd('_')}");
        foreach (var old in new[] { sources, build }.Where(Directory.Exists))
            Directory.Delete(old, recursive: true);
        Copy(Path.Combine(repository, api.Folder), sources, file => !IsOutput(file));
        // Whoever checks the repository's style shall not look here.
        await File.WriteAllTextAsync(Path.Combine(folder, "sources", ".editorconfig"), "[*]\ngenerated_code = true\n");
        foreach (var patch in seed.Patches)
        {
            var file = Path.Combine(sources, patch.File);
            await File.WriteAllTextAsync(file, patch.Apply(await File.ReadAllTextAsync(file)));
        }

        var output = Path.Combine(sources, "made");
        // Without their paths, equal sources make equal files. The style of what is to be bad is of no interest.
        await Run(
            "build", Path.Combine(sources, $"{api.Assembly}.csproj"), "--output", output, "-v", "quiet", "--nologo",
            $"-p:PathMap={sources}=/_/", "-p:TreatWarningsAsErrors=false");
        Copy(api.Tests.Output, build, _ => true);
        foreach (var made in Directory.GetFiles(output, $"{api.Assembly}.dll").Concat(Directory.GetFiles(output, $"{api.Assembly}.pdb")))
            File.Copy(made, Path.Combine(build, Path.GetFileName(made)), overwrite: true);
        await File.WriteAllTextAsync(stamp, madeOf);
        return build;
    }

    /// <summary>The tests' output changes with every assembly in it.</summary>
    private string Describe(Api api, Seed seed)
    {
        var text = new StringBuilder($"{string.Join('\n', seed.Patches)}\n");
        foreach (var file in Directory.GetFiles(api.Tests.Output, "*.dll")
            .Concat(Directory.GetFiles(Path.Combine(repository, api.Folder), "*.cs")).Order(StringComparer.Ordinal))
            text.Append(Path.GetFileName(file)).Append(' ').AppendLine(Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(file))));
        return text.ToString();
    }

    private bool IsOutput(string file) =>
        Path.GetRelativePath(repository, file).Replace('\\', '/').Split('/').Any(part => part is "bin" or "obj");

    private static void Copy(string from, string to, Func<string, bool> isWanted)
    {
        foreach (var path in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories).Where(isWanted))
        {
            var target = Path.Combine(to, Path.GetRelativePath(from, path));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(path, target);
        }
    }

    private static async Task Run(params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(DotnetHost.Find(), arguments) { RedirectStandardOutput = true })!;
        var text = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"dotnet {string.Join(' ', arguments)} ended with exit code {process.ExitCode}.\n{text}");
    }
}
