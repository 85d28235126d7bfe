import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = unknown;

/** A host with arbitrary responses. */
export interface HostileHost {
  readonly url: string;
  /** Responses by path; a string is sent unchanged. */
  readonly answers: Record<string, Json>;
  /** Requested paths with their queries. */
  readonly asked: string[];
  tell(event: Json, id?: string): void;
  end(): Promise<void>;
}

export async function hostileHost(answers: Record<string, Json>): Promise<HostileHost> {
  const asked: string[] = [];
  const streams = new Set<ServerResponse>();
  const open = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Allow-Methods': '*',
  };
  const server = createServer((request, response) => {
    asked.push(request.url!);
    const path = decodeURIComponent(request.url!.split('?')[0]!);
    if (request.method === 'OPTIONS') return void response.writeHead(204, open).end();
    if (path === '/api/stream') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', ...open });
      response.write(framed({ type: 'connected', instanceId: 'i', resume: 'fresh', cursor: 'i:0' }));
      streams.add(response);
      response.on('close', () => streams.delete(response));
      return;
    }
    const answer = host.answers[path];
    response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json', ...open });
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? { error: 'Not found' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host: HostileHost = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: {
      '/api/status': { success: true, applicationName: 'Hostile', version: '1', fps: 60, instanceId: 'i' },
      '/exposed/enums': { enums: [] },
      '/ui/info': { title: 'Hostile' },
      '/ui/sidemenu': { menuItems: [] },
      '/api/language': { current: 'en', available: ['en'] },
      '/api/performance': { fps: 60, memory: 1e6 },
      '/api/heartbeat': { success: true, serverStatus: { connectedClients: 1 } },
      '/exposed/orphans': { orphans: [] },
      ...answers,
    },
    asked,
    tell(event, id) {
      for (const stream of streams) stream.write(framed(event, id));
    },
    async end() {
      server.close();
      server.closeAllConnections();
    },
  };
  return host;
}

function framed(data: Json, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify({ type: 'data', data })}\n\n`;
}
