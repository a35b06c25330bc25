using System.Text;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace HttpPerf.Tests.Accepting;

/// <summary>A console that keeps what is written, and in which somebody types.</summary>
/// <param name="typed">What is typed; null if it is no terminal.</param>
internal sealed class TypingConsole(string? typed) : IAnsiConsole, IAnsiConsoleInput
{
    private readonly StringBuilder _written = new();
    private readonly Queue<char> _typed = new(typed ?? "");
    private IAnsiConsole? _console;

    public string Written => _written.ToString().ReplaceLineEndings("\n");

    public Profile Profile => Inner.Profile;

    public IAnsiConsoleCursor Cursor => Inner.Cursor;

    public IAnsiConsoleInput Input => this;

    public IExclusivityMode ExclusivityMode => Inner.ExclusivityMode;

    public RenderPipeline Pipeline => Inner.Pipeline;

    private IAnsiConsole Inner => _console ??= AnsiConsole.Create(new AnsiConsoleSettings
    {
        Ansi = AnsiSupport.No,
        Interactive = typed is null ? InteractionSupport.No : InteractionSupport.Yes,
        Out = new AnsiConsoleOutput(new StringWriter(_written)),
    });

    public void Clear(bool home) => Inner.Clear(home);

    public void Write(IRenderable renderable) => Inner.Write(renderable);

    public void WriteAnsi(Action<AnsiWriter> action) => Inner.WriteAnsi(action);

    public bool IsKeyAvailable() => _typed.Count > 0;

    public ConsoleKeyInfo? ReadKey(bool intercept) =>
        _typed.Dequeue() is var key && key == '\n'
            ? new('\n', ConsoleKey.Enter, false, false, false)
            : new(key, Enum.Parse<ConsoleKey>($"{char.ToUpperInvariant(key)}"), false, false, false);

    public Task<ConsoleKeyInfo?> ReadKeyAsync(bool intercept, CancellationToken cancellationToken) => Task.FromResult(ReadKey(intercept));
}
