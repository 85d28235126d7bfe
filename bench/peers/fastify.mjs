// fastify: GET and PUT of a property, and the list as one string; no event stream.
import fastify from 'fastify';
import { listBytes, property } from './shared.mjs';

const app = fastify();
const state = { value: 1 };
app.get('/exposed/object/key-light/intensity', (_, reply) =>
  reply.type('application/json; charset=utf-8').send(property(state)),
);
app.put('/exposed/object/key-light/intensity', (request, reply) => {
  state.value = request.body.value;
  reply.type('application/json; charset=utf-8').send(property(state));
});
app.get('/exposed/objects', (_, reply) => reply.type('application/json; charset=utf-8').send(listBytes));
const url = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ event: 'listening', url, pid: process.pid }));
