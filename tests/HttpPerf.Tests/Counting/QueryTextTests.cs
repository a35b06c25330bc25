using FluentAssertions;
using HttpPerf.Counting;
using Xunit;

namespace HttpPerf.Tests.Counting;

public sealed class QueryTextTests
{
    [Theory]
    [InlineData("SELECT Amount\n  FROM t0 WHERE Id = 42;", "SELECT Amount FROM t0 WHERE Id = ?")]
    [InlineData("select a from T where b = @p1 or c = $2 or d = :d3", "select a from T where b = @p1 or c = $2 or d = :d3")]
    [InlineData("UPDATE T SET a = 'it''s -- 5', b = N'x', c = -1.5e3", "UPDATE T SET a = ?, b = ?, c = -?")]
    [InlineData("-- Tagged, don't split\n\nSELECT \"a--b\", [c'd], `e` /* 'f */ FROM T", "SELECT \"a--b\", [c'd], `e` FROM T")]
    [InlineData("SET NOCOUNT ON;\nINSERT INTO T VALUES (1)", "SET NOCOUNT ON; INSERT INTO T VALUES (?)")]
    [InlineData("BEGIN TRY; DELETE FROM T; END", "BEGIN TRY; DELETE FROM T; END")]
    public void It_is_one_line_without_values(string sql, string text) => QueryText.Describe(sql).Should().Be(text);

    [Theory]
    [InlineData("BEGIN IMMEDIATE;")]
    [InlineData("COMMIT;")]
    [InlineData("ROLLBACK TO SAVEPOINT s1")]
    [InlineData("PRAGMA foreign_keys = 1;")]
    [InlineData("-- TRIGGER audit")]
    public void What_reads_and_writes_nothing_has_none(string sql) => QueryText.Describe(sql).Should().BeNull();

    [Fact]
    public void Of_a_long_one_the_columns_are_left_out_first()
    {
        var columns = string.Join(", ", Enumerable.Range(0, 40).Select(i => $"c{i}"));
        var conditions = string.Join(" AND ", Enumerable.Range(0, 40).Select(i => $"c{i} = @c{i}"));

        QueryText.Describe($"SELECT {columns} FROM T WHERE a = @a").Should().Be("SELECT … FROM T WHERE a = @a");
        QueryText.Describe($"SELECT {columns} FROM T WHERE {conditions}").Should()
            .HaveLength(160).And.StartWith("SELECT … FROM T WHERE c0 = @c0 AND").And.EndWith("…");
    }
}
