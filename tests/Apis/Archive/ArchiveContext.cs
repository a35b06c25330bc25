using Microsoft.EntityFrameworkCore;

namespace Archive;

public sealed class ArchiveContext(DbContextOptions<ArchiveContext> options) : DbContext(options)
{
    public DbSet<Entry> Entries => Set<Entry>();
}

public sealed class Entry
{
    public int Id { get; set; }

    public long Amount { get; set; }
}
