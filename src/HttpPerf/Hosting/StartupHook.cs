using HttpPerf.Hosting.Child;

// Runs inside the hosted API before its Main: the runtime loads HttpPerf.dll for DOTNET_STARTUP_HOOKS and looks for exactly
// this name, outside any namespace. HttpPerf's own dependencies can't be found there, so nothing on this path may touch a
// type from outside the shared frameworks.
internal static class StartupHook
{
    public static void Initialize()
    {
        StartupHookVariable.Remove(typeof(StartupHook).Assembly.Location);
        HookedApplication.Attach();
    }
}
