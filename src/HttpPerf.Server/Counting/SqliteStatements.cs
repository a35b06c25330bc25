using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace HttpPerf.Counting;

/// <summary>
/// The statements that SQLite executes in this process. Microsoft.Data.Sqlite raises no event for them, but SQLite itself calls whoever
/// registers with a connection. So it tells <see cref="SqliteDatabases"/> of each database, too.
/// </summary>
internal static unsafe class SqliteStatements
{
    /// <summary>The assemblies that call a native SQLite, each named after its library.</summary>
    private const string Providers = "SQLitePCLRaw.provider.";

    /// <summary>SQLITE_TRACE_STMT: a statement begins.</summary>
    private const uint Begin = 1;

    /// <summary>SQLite calls them as long as the process lives.</summary>
    private static readonly List<Opened> Callbacks = [];

    private static int _isWatching;

    /// <summary>As <c>sqlite3_auto_extension</c> calls it.</summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    private delegate int Opened(nint connection, nint error, nint functions);

    /// <summary>Receives the text of each statement, on the thread that executes it.</summary>
    public static event Action<string>? Executing;

    /// <summary>Whether they are known.</summary>
    public static bool AreKnown { get; private set; }

    /// <summary>From now on, every connection that is opened tells of its statements. Without a receiver, that takes some 20 ns.</summary>
    public static void Watch()
    {
        if (Interlocked.Exchange(ref _isWatching, 1) == 1)
            return;
        AppDomain.CurrentDomain.AssemblyLoad += (_, loaded) => Watch(loaded.LoadedAssembly);
        foreach (var assembly in AppDomain.CurrentDomain.GetAssemblies())
            Watch(assembly);
    }

    private static void Watch(Assembly assembly)
    {
        if (assembly.FullName?.StartsWith(Providers, StringComparison.Ordinal) != true
            || !NativeLibrary.TryLoad(assembly.GetName().Name![Providers.Length..], assembly, null, out var library)
            || !NativeLibrary.TryGetExport(library, "sqlite3_auto_extension", out var register)
            || !NativeLibrary.TryGetExport(library, "sqlite3_trace_v2", out var trace)
            || !NativeLibrary.TryGetExport(library, "sqlite3_db_filename", out var filename))
            return;
        var tell = (delegate* unmanaged[Cdecl]<nint, uint, delegate* unmanaged[Cdecl]<uint, nint, nint, nint, int>, nint, int>)trace;
        var find = (delegate* unmanaged[Cdecl]<nint, byte*, byte*>)filename;
        Opened opened = (connection, _, _) =>
        {
            fixed (byte* main = "main"u8)
                SqliteDatabases.Open(MemoryMarshal.CreateReadOnlySpanFromNullTerminated(find(connection, main)));
            return tell(connection, Begin, &Execute, 0);
        };
        lock (Callbacks)
            Callbacks.Add(opened);
        AreKnown |= ((delegate* unmanaged[Cdecl]<nint, int>)register)(Marshal.GetFunctionPointerForDelegate(opened)) == 0;
    }

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static int Execute(uint kind, nint context, nint statement, nint text)
    {
        if (Executing is { } receive && Marshal.PtrToStringUTF8(text) is { } sql)
            receive(sql);
        return 0;
    }
}
