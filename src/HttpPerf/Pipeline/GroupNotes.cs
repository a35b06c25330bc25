using System.Collections.Concurrent;

namespace HttpPerf.Pipeline;

/// <summary>The notes below a group's table, in the order in which its steps have added them. Each stands there once.</summary>
internal sealed class GroupNotes
{
    private readonly ConcurrentQueue<string> _notes = [];

    public IReadOnlyList<string> All => [.. _notes];

    /// <param name="note">A sentence or more; null for nothing.</param>
    public void Add(string? note)
    {
        if (note is not null && !_notes.Contains(note))
            _notes.Enqueue(note);
    }

    public void Add(IEnumerable<string> notes)
    {
        foreach (var note in notes)
            Add(note);
    }
}
