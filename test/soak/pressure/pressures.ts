import { HttpClient } from '../../../conformance/client/index.js';
import { requestBytes } from '../abuse/bytes.js';
import type { SoakHost } from '../host/host.js';
import { once } from '../host/once.js';
import type { Pressure } from './pressure.js';
import { SilentSockets } from './sockets.js';

const mb = 1_000_000;
const textPath = '/exposed/object/lamp-7/text';

async function put(host: SoakHost, path: string, value: unknown): Promise<void> {
  const { status, text } = await once(host.url, 'PUT', path, { body: { value } });
  if (status !== 200) throw new Error(`PUT ${path}: ${status} ${text.slice(0, 200)}`);
}

async function silent(host: SoakHost, count: number, bytes: string | Uint8Array): Promise<SilentSockets> {
  const sockets = new SilentSockets();
  await sockets.open(host.port, count, bytes);
  return sockets;
}

/** Loads that once took unbounded memory in total (LIM-4). */
export const pressures: readonly Pressure[] = [
  {
    name: 'GETs of a large value, pipelined and never read',
    mayTake: 300,
    apply: async (host) => {
      await put(host, textPath, 'a'.repeat(2 * mb));
      const get = requestBytes({ method: 'GET', target: textPath });
      const sockets = await silent(host, 1, Buffer.concat(Array<Buffer>(130).fill(get)));
      return async () => {
        sockets.close();
        await put(host, textPath, 'a text');
      };
    },
  },
  {
    name: 'GETs of a large value on many connections, never read',
    mayTake: 300,
    apply: async (host) => {
      await put(host, textPath, 'a'.repeat(7 * mb));
      const sockets = await silent(host, 200, requestBytes({ method: 'GET', target: textPath }));
      return async () => {
        sockets.close();
        await put(host, textPath, 'a text');
      };
    },
  },
  {
    name: 'lists, pipelined and never read, on many connections',
    mayTake: 300,
    apply: async (host) => {
      const get = requestBytes({ method: 'GET', target: '/exposed/objects?nested' });
      const sockets = await silent(host, 20, Buffer.concat(Array<Buffer>(200).fill(get)));
      return () => sockets.close();
    },
  },
  {
    name: 'halves of large bodies on many connections',
    mayTake: 400,
    apply: async (host) => {
      const body = `{"value":"${'a'.repeat(7 * mb)}"}`;
      const whole = requestBytes({ method: 'PUT', target: textPath, body });
      const sockets = await silent(host, 40, whole.subarray(0, whole.length - 1000));
      return () => sockets.close();
    },
  },
  {
    name: 'an event of 6 MB, and subscribers that do not read',
    mayTake: 300,
    apply: async (host) => {
      const sockets = await silent(
        host,
        40,
        requestBytes({ method: 'GET', target: '/api/stream?kinds=exposed_object_updated' }),
      );
      await put(host, textPath, 'a'.repeat(6 * mb));
      return async () => {
        sockets.close();
        await put(host, textPath, 'a text');
      };
    },
  },
  {
    name: 'an event of 6 MB, and subscribers with a filter each that do not read',
    mayTake: 300,
    apply: async (host) => {
      const all = await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          silent(
            host,
            1,
            requestBytes({
              method: 'GET',
              target: `/api/stream?ids=lamp-7,own-${i}${i % 2 ? '&source' : ''}`,
            }),
          ),
        ),
      );
      await put(host, textPath, 'a'.repeat(6 * mb));
      return async () => {
        for (const sockets of all) sockets.close();
        await put(host, textPath, 'a text');
      };
    },
  },
  {
    name: 'log messages of a megabyte',
    mayTake: 300,
    apply: async (host) => {
      const http = new HttpClient(host.url);
      for (let i = 0; i < 120; i++)
        await http.request('POST', '/exposed/function/Desk/Log', {
          body: { args: [`${i}${'a'.repeat(mb)}`] },
        });
      http.close();
      return () => {};
    },
  },
  {
    name: 'unanswered prompts of a megabyte',
    mayTake: 200,
    apply: async (host) => {
      for (let i = 0; i < 60; i++) await host.control('prompt.ask', { messageKey: `${i}${'a'.repeat(mb)}` });
      return async () => {
        const { dialogs } = await host.control('dialog.list');
        for (const { id } of dialogs) await host.control('dialog.answer', { id, choice: 'cancel' });
      };
    },
  },
  {
    name: 'repeated log bursts of a megabyte',
    mayTake: 300,
    apply: async (host) => {
      const entry = { level: 'Log', message: 'a'.repeat(mb), count: 500 };
      const logs = Array.from({ length: 20 }, (_, i) => host.control('log', { ...entry, thread: `t${i}` }));
      await Promise.all(logs);
      return () => {};
    },
  },
  {
    name: 'connections with half a head',
    mayTake: 200,
    apply: async (host) => {
      const sockets = await silent(host, 300, 'GET /api/health HTTP/1.1\r\nHo');
      return () => sockets.close();
    },
  },
  {
    name: 'six hundred kilobytes of empty elements, and a save',
    // The current memory: each element is an object, and a save visits all.
    mayTake: 1500,
    apply: async (host) => {
      const raw = `{"value":[${'{},'.repeat(200_000)}{}]}`;
      const { status } = await once(host.url, 'PUT', '/exposed/object/lamp-7/lenses', { raw });
      if (status >= 500) throw new Error(`PUT lenses answered ${status}`);
      await host.control('live.save');
      return async () => {
        await host.control('live.resetAll');
        await host.control('live.save');
      };
    },
  },
];
