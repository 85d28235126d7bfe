// A proxy in front of each host of the suite (CONFORMANCE_PROXY) that injects one fault of the table.
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request as send } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { faults } from './faults.mjs';

const [, spoil] = faults[process.env.CONFORMANCE_FAULT] ?? [undefined, {}];
const agent = new Agent({ keepAlive: true });

/** @returns the addresses of the proxied host */
export async function putBefore({ url, control }, project) {
  // Encrypted connections are not proxied.
  if (!url.startsWith('http://')) return { url, control };
  const files = new Files(project);
  files.spoil();
  const [before, beforeControl] = await Promise.all([
    listen(url, files),
    control ? listen(control, files) : control,
  ]);
  return { url: before, control: beforeControl };
}

async function listen(target, files) {
  const server = createServer((incoming, response) =>
    pass(target, incoming, response, files).catch(() => response.destroy()),
  );
  spoil.server?.(server);
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}`;
}

async function pass(target, incoming, response, files) {
  const [path, query] = incoming.url.split(/\?(.*)/s);
  const body = await buffer(incoming);
  const asked = { method: incoming.method, path, query, text: body.toString(), headers: incoming.headers };
  const request = spoil.request?.(asked) ?? asked;
  const { hostname, port } = new URL(target);
  const outgoing = send({
    agent,
    hostname,
    port,
    method: request.method,
    path: request.query === undefined ? request.path : `${request.path}?${request.query}`,
    headers: request.headers,
  });
  // Unchanged bytes are sent exactly, even if they are not UTF-8.
  const sent = request.text === asked.text ? body : Buffer.from(request.text);
  if (sent !== body) outgoing.setHeader('Content-Length', sent.length);
  outgoing.end(sent);
  response.once('close', () => outgoing.destroy());
  const [reply] = await once(outgoing, 'response');
  if (reply.headers['content-type']?.startsWith('text/event-stream')) return passEvents(reply, response);
  const answer = { status: reply.statusCode, headers: { ...reply.headers }, bytes: await buffer(reply) };
  if (request.method !== 'GET') files.spoil();
  spoil.answer?.(answer, asked);
  const { 'transfer-encoding': _, connection: __, ...headers } = answer.headers;
  if (headers['content-length'] !== undefined && request.method !== 'HEAD')
    headers['content-length'] = answer.bytes.length;
  response.writeHead(answer.status, headers);
  response.end(answer.bytes);
}

function passEvents(reply, response) {
  response.writeHead(reply.statusCode, reply.headers);
  response.flushHeaders();
  let rest = '';
  reply.setEncoding('utf8');
  reply.on('data', (text) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const spoilt = spoilEvent(block);
      if (spoilt !== undefined) response.write(`${spoilt}\n\n`);
    }
  });
  reply.on('end', () => response.end());
  reply.on('error', () => response.destroy());
}

function spoilEvent(block) {
  const data = /^data: ?(.*)$/m.exec(block)?.[1];
  if (spoil.event === undefined || data === undefined) return block;
  const { data: inner, ...outer } = JSON.parse(data);
  const spoilt = spoil.event(inner.type, inner);
  if (spoilt === undefined) return undefined;
  return block.replace(/^data: ?.*$/m, () => `data: ${JSON.stringify({ ...outer, data: spoilt })}`);
}

/** The files of a project; each is changed once after its text has changed. */
class Files {
  #project;
  #texts = new Map();

  constructor(project) {
    this.#project = project;
  }

  spoil() {
    if (spoil.file === undefined || this.#project === undefined) return;
    for (const name of readdirSync(this.#project, { recursive: true })) {
      if (!name.endsWith('.json')) continue;
      const path = join(this.#project, name);
      const text = readFileSync(path, 'utf8');
      if (this.#texts.get(path) === text) continue;
      const spoilt = spoil.file(text, path) ?? text;
      if (spoilt !== text) writeFileSync(path, spoilt);
      this.#texts.set(path, spoilt);
    }
  }
}
