import { networkInterfaces } from 'node:os';
import type { EventStream } from '../events/event-stream.js';
import type { Host } from '../host.js';
import type { ApiRequest, Route } from '../http/api.js';
import type { Access } from '../http/security/access.js';
import { iso, timestamp } from './timestamp.js';

/** Status, heartbeat, performance and addresses of the host (PRF-1 to 3). */
export function statusRoutes(host: Host, stream: EventStream): Route[] {
  const startedAt = host.clock.now();
  const recordClient = ({ clientId, isForeignPage }: ApiRequest) => {
    if (!isForeignPage) stream.presence.noteRequest(clientId);
  };
  const status = (request: ApiRequest) => {
    recordClient(request);
    const { name, version } = host.application;
    return JSON.stringify({
      success: true,
      applicationName: name,
      version,
      fps: host.frames.fps(),
      instanceId: stream.epoch,
      access: accessLevel(request.access),
    });
  };
  const heartbeat = (request: ApiRequest) => {
    recordClient(request);
    return JSON.stringify({
      success: true,
      clientId: request.clientId,
      serverTime: iso(host.clock),
      message: 'Heartbeat received',
      serverStatus: {
        isRunning: true,
        connectedClients: stream.presence.connectedClients,
        uptime: (host.clock.now() - startedAt) / 1000,
      },
    });
  };
  const performance = () =>
    `{"success":true,"fps":${host.frames.fps()},"memory":${host.memory.workingSet()}}`;
  const addresses = () =>
    JSON.stringify({ success: true, addresses: externalAddresses(), ...timestamp(host.clock) });
  return [
    { method: 'GET', path: '/api/status', handle: status },
    { method: 'GET', path: '/api/heartbeat', handle: heartbeat },
    { method: 'POST', path: '/api/heartbeat', handle: heartbeat, rights: 'none' },
    { method: 'GET', path: '/api/performance', handle: performance },
    { method: 'GET', path: '/api/ip', handle: addresses },
  ];
}

function externalAddresses(): { interfaceName: string; address: string }[] {
  return Object.entries(networkInterfaces()).flatMap(([interfaceName, entries = []]) =>
    entries
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => ({ interfaceName, address })),
  );
}

/** Returns `full` for full access, `some` if there is a right to write or call, otherwise `read`. */
function accessLevel(access: Access | undefined): 'full' | 'read' | 'some' {
  if (access === undefined || (access.read === true && access.write === true && access.call === true))
    return 'full';
  return access.write || access.call ? 'some' : 'read';
}
