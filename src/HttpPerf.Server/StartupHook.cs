using HttpPerf.Server;

// Runs inside the hosted API before its Main: the runtime loads the assemblies that DOTNET_STARTUP_HOOKS names and looks for
// exactly this class, outside any namespace.
internal static class StartupHook
{
    public static void Initialize()
    {
        StartupHookVariable.Remove(typeof(StartupHook).Assembly.Location);
        ServerAgent.Attach();
    }
}
