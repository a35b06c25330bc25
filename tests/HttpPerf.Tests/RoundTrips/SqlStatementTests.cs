using System.Text;
using FluentAssertions;
using HttpPerf.Latency;
using Xunit;

namespace HttpPerf.Tests.RoundTrips;

/// <summary>The first bytes that drivers send.</summary>
public sealed class SqlStatementTests
{
    [Theory]
    [InlineData("P\0\0\0:\0SELECT o.\"Id\"\nFROM \"Orders\" AS o\0\0\0B\0\0\0", "SELECT … FROM Orders")]
    [InlineData("Q\0\0\0\u0010DISCARD ALL\0P\0\0\0\u0010\0SELECT count(*) FROM (SELECT 1 FROM s.orders) AS x\0", "SELECT … FROM s.orders")]
    [InlineData("P\0\0\0\u0010\0SELECT 1\0", "SELECT")]
    [InlineData("P\0\0\0\u0010\0INSERT INTO \"Orders\" (\"Id\")\0", "INSERT INTO Orders")]
    [InlineData("\u0010\0\0\0\u0003update `orders` set x = 1", "UPDATE orders")]
    [InlineData("Q\0\0\0\u000bCOMMIT\0", "COMMIT")]
    [InlineData("B\0\0\0\u000bS1\0", "")]
    public void Of_PostgreSQL_and_MySQL(string bytes, string statement) =>
        SqlStatement.Describe(Encoding.Latin1.GetBytes(bytes)).Should().Be(statement);

    [Fact]
    public void Of_SQL_Server() =>
        SqlStatement.Describe([1, 1, 0, 60, .. Encoding.Unicode.GetBytes("SELECT [o].[Id] FROM [dbo].[Orders] AS [o]")])
            .Should().Be("SELECT … FROM dbo.Orders");
}
