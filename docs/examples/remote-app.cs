// A remote app in C#: requests, then the event stream. For .NET 6 or later, and for Unity with its own HttpClient.
using System.Net.Http.Json;
using System.Text.Json;

var url = Environment.GetEnvironmentVariable("SIM_HOST_URL") ?? "http://127.0.0.1:9095";
using var http = new HttpClient { BaseAddress = new Uri(url) };
http.DefaultRequestHeaders.Add("X-Client-ID", "my-tool");

var list = await http.GetFromJsonAsync<JsonElement>("/exposed/objects");
foreach (var each in list.GetProperty("objects").EnumerateArray())
    Console.WriteLine($"{each.GetProperty("@type")} {each.GetProperty("@name")}");

var response = await http.PutAsJsonAsync("/exposed/object/key-light/intensity", new { value = 2.5 });
var body = await response.Content.ReadFromJsonAsync<JsonElement>();
Console.WriteLine(response.IsSuccessStatusCode ? body.GetProperty("value") : body.GetProperty("error"));

using var reader = new StreamReader(await http.GetStreamAsync("/api/stream?source"));
while (await reader.ReadLineAsync() is { } line)
{
    if (!line.StartsWith("data: ")) continue;
    var data = JsonDocument.Parse(line["data: ".Length..]).RootElement.GetProperty("data");
    Console.WriteLine(data.GetProperty("type"));
    break;
}
