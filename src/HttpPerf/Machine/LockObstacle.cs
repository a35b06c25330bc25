using System.Diagnostics;

namespace HttpPerf.Machine;

/// <summary>Why a file can't be locked: always one of the nested types.</summary>
internal abstract record LockObstacle
{
    private LockObstacle()
    {
    }

    public sealed record Folder : LockObstacle;

    public sealed record Link : LockObstacle;

    /// <summary>E.g. a pipe: to open it waits for its other end.</summary>
    public sealed record NoFile : LockObstacle;

    /// <summary>The file system, or a setting of .NET, locks nothing.</summary>
    public sealed record NoLocks : LockObstacle;

    /// <param name="Message">Of the exception.</param>
    public sealed record NoAccess(string Message) : LockObstacle;

    /// <summary>The end of a sentence about the file.</summary>
    public sealed override string ToString() => this switch
    {
        Folder => "is a folder",
        Link => "is a link",
        NoFile => "is not an ordinary file",
        NoLocks => "can't be locked: the file system has no locks, or DOTNET_SYSTEM_IO_DISABLEFILELOCKING is set",
        NoAccess(var message) => $"can't be opened: {message}",
        _ => throw new UnreachableException(),
    };
}
