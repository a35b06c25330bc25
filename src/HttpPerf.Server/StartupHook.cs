using HttpPerf.Server;

// Runs in the hosted API before its Main. The runtime loads the assemblies that DOTNET_STARTUP_HOOKS lists and calls Initialize of a class
// with exactly this name, outside any namespace.
internal static class StartupHook
{
    public static void Initialize()
    {
        StartupHookVariable.Remove(typeof(StartupHook).Assembly.Location);
        ServerAgent.Attach();
    }
}
