// The upper limit: bare uWebSockets.js with constant answers for a property, file bytes for other paths, and one
// corked write per frame and subscriber; constant data is kept as bytes to avoid copies.
import { readFileSync } from 'node:fs';
import { everyFrame, frameText, listening, property } from './shared.mjs';
import { uws } from './uws.mjs';

const changes = Number(process.argv[2] ?? 13);
const subscribers = new Set();
const bytesOf = (text) => new TextEncoder().encode(text).slice().buffer;
const answer = bytesOf(property({ value: 2.5 }));
const [typeName, type] = ['Content-Type', 'application/json; charset=utf-8'].map(bytesOf);
const bytes = process.env.BENCH_LIST ? readFileSync(process.env.BENCH_LIST) : '{"objects":[]}';
const app = uws.App();
const send = (response, body) => {
  response.cork(() => {
    response.writeHeader(typeName, type).end(body);
  });
};
app.get('/exposed/object/key-light/intensity', (response) => send(response, answer));
app.put('/exposed/object/key-light/intensity', (response) => {
  response.onAborted(() => {});
  response.onData((_, isLast) => {
    if (isLast) send(response, answer);
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
app.get('/*', (response) => {
  response.onAborted(() => {});
  send(response, bytes);
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
