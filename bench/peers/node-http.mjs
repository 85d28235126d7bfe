// node:http: GET and PUT of a property, the list as one string, and an event stream with one write per subscriber and frame.
import { createServer } from 'node:http';
import { everyFrame, frameText, listBytes, listening, property } from './shared.mjs';

const changes = Number(process.argv[2] ?? 13);
const state = { value: 1 };
const subscribers = new Set();
const json = { 'Content-Type': 'application/json; charset=utf-8' };
const server = createServer((request, response) => {
  if (request.url.startsWith('/api/stream')) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('event: data\ndata: {"type":"data","data":{"type":"connected"}}\n\n');
    subscribers.add(response);
    response.on('close', () => subscribers.delete(response));
  } else if (request.method === 'PUT') {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      state.value = JSON.parse(text).value;
      response.writeHead(200, json).end(property(state));
    });
  } else response.writeHead(200, json).end(request.url === '/exposed/objects' ? listBytes : property(state));
});
let seq = 0;
everyFrame(() => {
  if (subscribers.size === 0 || changes === 0) return;
  seq += changes;
  const text = frameText(changes, seq);
  for (const response of subscribers) response.write(text);
});
server.listen(0, '127.0.0.1', () => {
  listening(server.address().port);
});
