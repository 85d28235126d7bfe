// The ceiling: uWebSockets.js with nothing around it. GET and PUT of one property, the list as one text, and an event
// stream that sends each frame in one corked write per subscriber.
import { everyFrame, frameText, listBytes, listening, property } from './shared.mjs';
import { uws } from './uws.mjs';

const changes = Number(process.argv[2] ?? 13);
const subscribers = new Set();
const state = { value: 1 };
const app = uws.App();
const send = (response, body) => {
  response.cork(() => {
    response.writeHeader('Content-Type', 'application/json; charset=utf-8').end(body);
  });
};
app.get('/exposed/object/key-light/intensity', (response) => send(response, property(state)));
app.get('/exposed/objects', (response) => {
  response.onAborted(() => {});
  send(response, listBytes);
});
app.put('/exposed/object/key-light/intensity', (response) => {
  let text = '';
  response.onAborted(() => {});
  response.onData((chunk, isLast) => {
    text += Buffer.from(chunk).toString();
    if (!isLast) return;
    state.value = JSON.parse(text).value;
    send(response, property(state));
  });
});
app.get('/api/stream', (response) => {
  response.onAborted(() => subscribers.delete(response));
  response.cork(() => {
    response.writeHeader('Content-Type', 'text/event-stream');
    response.write('event: data\ndata: {"type":"data","data":{"type":"connected"}}\n\n');
  });
  subscribers.add(response);
});
let seq = 0;
everyFrame(() => {
  if (subscribers.size === 0 || changes === 0) return;
  seq += changes;
  const shared = Buffer.from(frameText(changes, seq));
  for (const response of subscribers) response.cork(() => response.write(shared));
});
app.listen('127.0.0.1', 0, (socket) => {
  listening(uws.us_socket_local_port(socket));
});
