using System.Text.Json.Serialization;

var builder = WebApplication.CreateSlimBuilder(args);
builder.Services.ConfigureHttpJsonOptions(options => options.SerializerOptions.TypeInfoResolverChain.Insert(0, AppJson.Default));
var app = builder.Build();

app.MapGet("/todos", () => new[] { new Todo(1, "Walk the dog") });

app.Run();

internal sealed record Todo(int Id, string Title);

[JsonSerializable(typeof(Todo[]))]
internal sealed partial class AppJson : JsonSerializerContext;
