using System.Runtime.InteropServices;
using System.Text;

namespace HttpPerf.Server;

/// <summary>The facts about a file that Linux knows and .NET doesn't tell.</summary>
/// <param name="Mode">Its type and permissions, as in <c>st_mode</c>.</param>
/// <param name="Owner">The user's id.</param>
/// <param name="Inode">Its number in its file system.</param>
internal readonly record struct UnixFile(int Mode, uint Owner, ulong Inode)
{
    private const int TypeMask = 0xF000;
    private const int RegularType = 0x8000;
    private const int DirectoryType = 0x4000;
    private const int LinkType = 0xA000;

    /// <summary>AT_FDCWD: relative paths start in the current folder.</summary>
    private const int CurrentFolder = -100;

    /// <summary>AT_SYMLINK_NOFOLLOW.</summary>
    private const int DoNotFollow = 0x100;

    /// <summary>STATX_BASIC_STATS.</summary>
    private const int BasicFacts = 0x7FF;

    /// <summary>The number of statx(2), called by number, because not every libc has a function for it.</summary>
    private static readonly int? SystemCallNumber = RuntimeInformation.ProcessArchitecture switch
    {
        _ when !OperatingSystem.IsLinux() => null,
        Architecture.X64 => 332,
        Architecture.Arm64 => 291,
        _ => null,
    };

    public bool IsRegular => (Mode & TypeMask) == RegularType;

    public bool IsFolder => (Mode & TypeMask) == DirectoryType;

    public bool IsLink => (Mode & TypeMask) == LinkType;

    public bool IsOwn => Owner == UserId();

    /// <summary>Reads the facts about a file, or about a link itself; null if there is no such file, or on other systems.</summary>
    public static UnixFile? TryRead(string path)
    {
        if (SystemCallNumber is not { } number)
            return null;
        var facts = default(Facts);
        return SystemCall(number, CurrentFolder, Encoding.UTF8.GetBytes(path + '\0'), DoNotFollow, BasicFacts, ref facts) == 0
            ? new(facts.Mode, facts.Owner, facts.Inode)
            : null;
    }

    [DllImport("libc", EntryPoint = "syscall", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern nint SystemCall(nint number, nint folder, byte[] path, nint flags, nint mask, ref Facts facts);

    [DllImport("libc", EntryPoint = "geteuid")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern uint UserId();

    /// <summary>Linux's <c>struct statx</c>, which is the same on all processors.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 256)]
    private struct Facts
    {
        [FieldOffset(20)]
        public uint Owner;

        [FieldOffset(28)]
        public ushort Mode;

        [FieldOffset(32)]
        public ulong Inode;
    }
}
