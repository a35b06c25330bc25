using HttpPerf.Pipeline;
using HttpPerf.Requests;

// The runtime loads the assemblies that DOTNET_STARTUP_HOOKS lists before it runs Main, and calls Initialize of a class with exactly this
// name, outside any namespace.
internal static class StartupHook
{
    public static void Initialize()
    {
        RequestSurvey.RunIfAsked();
        WorkerMain.Run();
    }
}
