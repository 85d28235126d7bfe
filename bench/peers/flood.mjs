// A minimal server that sends events to all readers as fast as one core can, which measures the limit of the load.
import { frameText, listening } from './shared.mjs';
import { uws } from './uws.mjs';

const ready = new Set();
const app = uws.App();
app.get('/api/stream', (response) => {
  response.onAborted(() => ready.delete(response));
  response.cork(() => {
    response.writeHeader('Content-Type', 'text/event-stream');
    response.write('event: data\ndata: {"type":"data","data":{"type":"connected"}}\n\n');
  });
  response.onWritable(() => {
    ready.add(response);
    return true;
  });
  ready.add(response);
});
const event = Buffer.from(frameText(1, 1));
const perTurn = 100;
const write = () => {
  let left = perTurn;
  for (const response of ready) {
    if (left-- === 0) break;
    // All readers receive the same events up to a line end.
    ready.delete(response);
    response.cork(() => {
      if (response.write(event)) ready.add(response);
    });
  }
  setImmediate(write);
};
write();
app.listen('127.0.0.1', 0, (socket) => {
  listening(uws.us_socket_local_port(socket));
});
