import { networkInterfaces } from 'node:os';
import type { EventStream } from '../events/event-stream.js';
import type { Host } from '../host.js';
import type { ApiRequest, Handler, Route } from '../http/api.js';
import type { Access } from '../http/security/access.js';
import { iso, timestamp } from './timestamp.js';

/** Status, heartbeat, performance and addresses of the host (PRF-1 to 3). */
export class StatusHandler implements Handler {
  readonly routes: readonly Route[];
  readonly #host: Host;
  readonly #stream: EventStream;
  readonly #startedAt: number;

  constructor(host: Host, stream: EventStream) {
    this.#host = host;
    this.#stream = stream;
    this.#startedAt = host.clock.now();
    const heartbeat = (request: ApiRequest) => this.#heartbeat(request);
    this.routes = [
      { method: 'GET', path: '/api/status', handle: (request) => this.#status(request) },
      { method: 'GET', path: '/api/heartbeat', handle: heartbeat },
      { method: 'POST', path: '/api/heartbeat', handle: heartbeat, rights: 'none' },
      { method: 'GET', path: '/api/performance', handle: () => this.#performance() },
      { method: 'GET', path: '/api/ip', handle: () => this.#addresses() },
    ];
  }

  #status(request: ApiRequest): string {
    this.#recordClient(request);
    const { name, version } = this.#host.application;
    return JSON.stringify({
      success: true,
      applicationName: name,
      version,
      fps: this.#host.frames.fps(),
      instanceId: this.#stream.epoch,
      access: accessLevel(request.access),
    });
  }

  #heartbeat(request: ApiRequest): string {
    const { presence } = this.#stream;
    this.#recordClient(request);
    return JSON.stringify({
      success: true,
      clientId: request.clientId,
      serverTime: iso(this.#host.clock),
      message: 'Heartbeat received',
      serverStatus: {
        isRunning: true,
        connectedClients: presence.connectedClients,
        uptime: (this.#host.clock.now() - this.#startedAt) / 1000,
      },
    });
  }

  #recordClient(request: ApiRequest): void {
    const { clientId, isForeignPage } = request;
    if (!isForeignPage) this.#stream.presence.noteRequest(clientId);
  }

  #performance(): string {
    const memory = this.#host.memory.workingSet();
    return `{"success":true,"fps":${this.#host.frames.fps()},"memory":${memory}}`;
  }

  #addresses(): string {
    const addresses = Object.entries(networkInterfaces()).flatMap(([interfaceName, entries = []]) =>
      entries
        .filter(({ internal, family }) => !internal && family === 'IPv4')
        .map(({ address }) => ({ interfaceName, address })),
    );
    return JSON.stringify({ success: true, addresses, ...timestamp(this.#host.clock) });
  }
}

/** Returns `full` for full access, `read` for read access and `some` for anything else. */
function accessLevel(access: Access | undefined): 'full' | 'read' | 'some' {
  if (access === undefined || (access.read === true && access.write === true && access.call === true))
    return 'full';
  return access.write || access.call ? 'some' : 'read';
}
