// The ceiling: uWebSockets.js with nothing around it. GET and PUT of one property, and an event stream that sends what
// it is told in one corked write per subscriber and frame.
import { loadUws } from 'sim-host';

const { uws } = loadUws();
const changes = Number(process.argv[2] ?? 13);
const subscribers = new Set();
let value = 1;
let seq = 0;

const body = () => `{"value":${value},"id":"107923629801970","path":"intensity","changed":false}`;

const app = uws.App();
app.get('/exposed/object/key-light/intensity', (response) => {
  response.cork(() => {
    response.writeHeader('Content-Type', 'application/json; charset=utf-8').end(body());
  });
});
app.put('/exposed/object/key-light/intensity', (response) => {
  let text = '';
  response.onAborted(() => {});
  response.onData((chunk, isLast) => {
    text += Buffer.from(chunk).toString();
    if (!isLast) return;
    ({ value } = JSON.parse(text));
    response.cork(() => {
      response.writeHeader('Content-Type', 'application/json; charset=utf-8').end(body());
    });
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

function frame() {
  if (subscribers.size === 0) return;
  const timestamp = new Date().toISOString();
  let text = '';
  for (let i = 0; i < changes; i++) {
    text += `id: 66e52d9c-f83c-4521-9a8e-5e72cdfd78af:${++seq}\nevent: data\ndata: {"type":"data","data":{"value":${Math.sin(seq)},"id":"107923629801970","path":"v${i}","changed":true,"type":"exposed_object_updated","timestamp":"${timestamp}"}}\n\n`;
  }
  const shared = Buffer.from(text);
  for (const response of subscribers) response.cork(() => response.write(shared));
}

let next = performance.now();
function tick() {
  frame();
  next += 1000 / 60;
  setTimeout(tick, Math.max(0, next - performance.now()));
}
tick();

app.listen('127.0.0.1', 0, (socket) => {
  const url = `http://127.0.0.1:${uws.us_socket_local_port(socket)}`;
  console.log(JSON.stringify({ event: 'listening', url, pid: process.pid }));
});
