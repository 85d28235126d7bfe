"""A remote app in Python: requests, then the event stream. Needs only the standard library."""
import json
import os
import urllib.error
import urllib.request

HOST = os.environ.get("SIM_HOST_URL", "http://127.0.0.1:9095")
HEADERS = {"Content-Type": "application/json", "X-Client-ID": "my-script"}


def send(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(HOST + path, data, HEADERS, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        raise RuntimeError(json.load(error)["error"]) from None


for thing in send("GET", "/exposed/objects")["objects"]:
    print(thing.get("@source"), thing["@type"], thing["@name"])

print(send("GET", "/exposed/object/key-light/intensity")["value"])
print(send("PUT", "/exposed/object/key-light/intensity", {"value": 2.5})["value"])
print(send("POST", "/exposed/function/StudioManager/Sum", {"args": [4, 5]})["result"])
try:
    send("PUT", "/exposed/object/key-light/intensity", {"value": "bright"})
except RuntimeError as error:
    print(error)


def events(last_id=None):
    """Yields each event with its id. Pass the last id to resume the stream after an interruption."""
    headers = HEADERS | ({"Last-Event-ID": last_id} if last_id else {})
    request = urllib.request.Request(HOST + "/api/stream?source", headers=headers)
    # A host sends something every ten seconds: longer silence means that it is gone.
    with urllib.request.urlopen(request, timeout=25) as stream:
        event_id = last_id
        for line in stream:
            text = line.decode().rstrip("\r\n")
            if text.startswith("id: "):
                event_id = text[4:]
            elif text.startswith("data: "):
                yield event_id, json.loads(text[6:])["data"]


for event_id, event in events():
    if event["type"] == "connected":
        print("resume:", event["resume"])
        send("PUT", "/exposed/object/key-light/intensity", {"value": 1.5})
    elif event["type"] == "exposed_object_updated" and event["path"] == "intensity":
        print(event["source"], event["value"])
        break
