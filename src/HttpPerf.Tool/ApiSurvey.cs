using System.Diagnostics;
using System.Text.Json;
using HttpPerf.Results.Programs;
using HttpPerf.Results.Surveys;

namespace HttpPerf.Tool;

/// <summary>Starts an API out of its test project, and sends its requests to see which of them can be measured.</summary>
/// <param name="tests">The full path of the built assembly of the tests.</param>
/// <param name="api">The name of the API's assembly.</param>
internal sealed class ApiSurvey(string tests, string api)
{
    private const string Library = "HttpPerf.dll";

    private string Folder => Path.GetDirectoryName(tests)!;

    /// <param name="project">The full path of the project of the tests.</param>
    /// <param name="api">The API.</param>
    /// <param name="cancellation">Ends the build.</param>
    /// <exception cref="ToolException">They don't build; the message says whether the API does without them.</exception>
    public static async Task<ApiSurvey> Build(string project, WebProject api, CancellationToken cancellation)
    {
        var folder = Path.GetDirectoryName(project)!;
        var build = await Run(project);
        if (build.ExitCode != 0)
        {
            var alone = await Run(api.Path);
            throw new ToolException(
                alone.ExitCode == 0
                    ? $"The files are written, but the tests don't build:\n{build.Output}{build.Error}"
                    : $"The files are written, but {api.AssemblyName} doesn't build, with or without them. Mend it, then run:\n\n"
                        + $"  dotnet httpperf init\n\n{alone.Output}{alone.Error}");
        }

        var path = await ChildProcess.CaptureDotnet(["msbuild", project, "-getProperty:TargetPath"], folder, cancellation);
        return new(path.Output, api.AssemblyName);

        Task<CapturedRun> Run(string of) =>
            ChildProcess.CaptureDotnet(["build", of, "-v:quiet", "-nologo", "-clp:ErrorsOnly"], folder, cancellation);
    }

    /// <summary>Sends the requests of files, and those to endpoints that need no data.</summary>
    /// <param name="environment">In which the API runs, e.g. <c>Production</c>.</param>
    /// <param name="files">Their full paths.</param>
    /// <param name="cancellation">Ends it.</param>
    public async Task<Survey> Send(string environment, IReadOnlyList<string> files, CancellationToken cancellation)
    {
        var answer = Path.GetTempFileName();
        try
        {
            var start = new ProcessStartInfo(ProgramPath.Find("dotnet")!, ["exec", tests])
            {
                WorkingDirectory = Folder,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            };
            start.Environment["DOTNET_STARTUP_HOOKS"] = Path.Combine(Folder, Library);
            start.Environment[SurveyRequest.Variable] =
                JsonSerializer.Serialize(new SurveyRequest(Path.Combine(Folder, $"{api}.dll"), environment, files, answer));
            var run = await ChildProcess.Capture(start, cancellation);
            var json = await File.ReadAllTextAsync(answer, cancellation);
            return json.Length > 0 ? JsonSerializer.Deserialize<Survey>(json)! : Survey.Failed($"{run.Output}{run.Error}");
        }
        finally
        {
            File.Delete(answer);
        }
    }
}
