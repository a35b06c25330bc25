// Somebody else's startup hook, as tools bring them along.
internal static class StartupHook
{
    public static void Initialize() => Environment.SetEnvironmentVariable("OTHER_HOOK_RAN", "yes");
}
