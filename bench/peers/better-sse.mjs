// better-sse on node:http: a channel that broadcasts each change in one write.
import { createServer } from 'node:http';
import { createChannel, createSession } from 'better-sse';
import { change, everyFrame, listening } from './shared.mjs';

const changes = Number(process.argv[2] ?? 13);
const channel = createChannel();
const server = createServer(async (request, response) => {
  const session = await createSession(request, response, { keepAlive: null });
  session.push({ type: 'data', data: { type: 'connected' } }, 'data');
  channel.register(session);
});
let seq = 0;
everyFrame(() => {
  const timestamp = new Date().toISOString();
  for (let i = 0; i < changes && channel.sessionCount > 0; i++) {
    channel.broadcast(change(++seq, `v${i}`, timestamp), 'data', {
      eventId: `66e52d9c-f83c-4521-9a8e-5e72cdfd78af:${seq}`,
    });
  }
});
server.listen(0, '127.0.0.1', () => {
  listening(server.address().port);
});
