import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A host with arbitrary responses. */
export interface OddHost {
  readonly url: string;
  /** Responses by path; a string is sent unchanged. */
  readonly answers: Record<string, unknown>;
  readonly requests: readonly IncomingMessage[];
  /** The text of each event stream after its first event. */
  streamText: string;
  /** The open event streams. */
  readonly streams: ReadonlySet<ServerResponse>;
  /** Sends an event on all open streams. */
  send(data: unknown, id?: string): void;
  end(): void;
}

const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Allow-Methods': '*',
};

export async function oddHost(answers: Readonly<Record<string, unknown>>): Promise<OddHost> {
  const requests: IncomingMessage[] = [];
  const streams = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    requests.push(request);
    const path = decodeURIComponent(request.url!.split('?')[0]!);
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end();
    if (path === '/api/stream') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', ...cors });
      const connected = { type: 'connected', instanceId: 'i', resume: 'fresh', cursor: 'i:0' };
      response.write(event(connected) + host.streamText);
      streams.add(response);
      return void response.on('close', () => streams.delete(response));
    }
    const answer = host.answers[path];
    response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json', ...cors });
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? { error: 'Not found' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host: OddHost = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: {
      '/api/status': { success: true, applicationName: 'Odd', version: '1', fps: 60, instanceId: 'i' },
      ...answers,
    },
    requests,
    streamText: '',
    streams,
    send(data, id) {
      for (const stream of streams) stream.write(event(data, id));
    },
    end() {
      server.close();
      server.closeAllConnections();
    },
  };
  return host;
}

/** Returns an event as the stream frames it. */
export function event(data: unknown, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify({ type: 'data', data })}\n\n`;
}
