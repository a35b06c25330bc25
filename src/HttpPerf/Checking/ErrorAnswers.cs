using HttpPerf.Model.Faults;

namespace HttpPerf.Checking;

/// <summary>The error answers, and the redirects, to requests of code that is not measured, for messages. Thread-safe.</summary>
/// <param name="expected">The errors that a benchmark is about; null for none.</param>
internal sealed class ErrorAnswers(ExpectedErrorsAttribute? expected = null)
{
    /// <summary>A setup may ask for thousands of things that aren't there. Messages name the last answer.</summary>
    private const int MostKept = 100;

    // Other code in this process may receive errors too.
    private readonly AsyncLocal<bool> _isObserved = new();
    private readonly List<ErrorAnswer> _answers = [];

    /// <summary>Runs code, and keeps the error answers to its requests.</summary>
    public async Task Observe(Func<Task> run)
    {
        using var responses = new ResponseListener(Receive);
        _isObserved.Value = true;
        await run();
    }

    /// <summary>The last answer with this status, or the last error if it is null; null if there is none.</summary>
    public ErrorAnswer? Last(int? status = null)
    {
        lock (_answers)
            return _answers.FindLast(answer => status is null ? answer.Status >= 400 : answer.Status == status);
    }

    /// <summary>The answer that an exception may be about: after a failed request, only one with that request's status.</summary>
    public ErrorAnswer? Find(Exception exception)
    {
        for (var e = exception; e is not null; e = e.InnerException)
            if (e is HttpRequestException failed)
                return failed.StatusCode is { } status ? Last((int)status) : null;
        return Last();
    }

    private void Receive(HttpResponseMessage response)
    {
        var status = (int)response.StatusCode;
        // A redirect that nobody follows is an error to EnsureSuccessStatusCode.
        if (status < 300 || !_isObserved.Value || expected?.Include(status) == true)
            return;
        var answer = AnswerReader.Read(response);
        lock (_answers)
        {
            if (_answers.Count == MostKept)
                _answers.RemoveAt(0);
            _answers.Add(answer);
        }
    }
}
