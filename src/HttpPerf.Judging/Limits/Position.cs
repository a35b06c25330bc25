namespace HttpPerf.Judging.Limits;

/// <summary>A place in a text as editors count it: line and column (in UTF-16 characters) from 1.</summary>
internal readonly record struct Position(int Line, int Column);
