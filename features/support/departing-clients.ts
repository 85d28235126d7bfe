import { setTimeout as delay } from 'node:timers/promises';
import { addressOf } from '../../conformance/client/index.js';
import { openRawClient, type RawClient } from './raw-client.js';

/** Yields numbers from 0 up to `below` - 1, determined by the seed. */
export type Draw = (below: number) => number;

export function drawFrom(seed: number): Draw {
  let at = seed >>> 0;
  return (below) => {
    at = (Math.imul(at, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((at / 2 ** 32) * below);
  };
}

const evil = 'Origin: http://evil.example\r\n';
const json = 'Content-Type: application/json\r\n';

const reads = [
  '/api/health',
  '/api/status',
  '/openapi.json',
  '/openapi.yaml',
  '/exposed/types',
  '/exposed/objects',
  '/exposed/objects?nested',
  '/exposed/object/nothing-of-the-kind',
  '/nothing/of/the/kind',
  '/panel/app.js',
  '/api/stream',
];

/** One request per kind of answer: short, long, empty, refused before and after the body, endless, and unauthorized. */
function requestOf(draw: Draw, prefix: string, { token, object = 'nothing' }: DepartingOptions): string {
  const bearer = token === undefined || draw(4) === 0 ? '' : `Authorization: Bearer ${token}\r\n`;
  const send = (method: string, path: string, headers = '', body = '') =>
    `${method} ${prefix}${path} HTTP/1.1\r\nHost: localhost\r\n${bearer}${headers}\r\n${body}`;
  const withBody = (method: string, path: string, body: string, headers = json) =>
    send(method, path, `${headers}Content-Length: ${body.length}\r\n`, body);
  const read = reads[draw(reads.length)]!;
  switch (draw(14)) {
    case 0:
      return send('HEAD', '/api/health');
    case 1:
      return send('OPTIONS', read);
    case 2:
      return send('DELETE', '/api/status');
    case 3:
      return withBody('PUT', '/exposed/object/nothing/x', '{"value":1}', evil);
    case 4:
      return withBody('POST', '/exposed/batch', '{"requests":[');
    case 5:
      return withBody('POST', '/exposed/batch', batchOf(object, 1 + draw(200)));
    case 6:
      return send('POST', '/exposed/batch', 'Content-Length: 99999999\r\n');
    case 7:
      return withBody('POST', '/api/heartbeat', '');
    case 8:
      return send('GET', '/', 'Accept: text/html\r\n');
    default:
      return send('GET', read);
  }
}

function batchOf(object: string, items: number): string {
  const path = `/exposed/object/${object}?nested`;
  const requests = Array.from({ length: items }, (_, id) => ({ id, method: 'GET', path }));
  return JSON.stringify({ requests });
}

/** Disconnects a client; clients that do not read stay connected for `heldMs`. */
type Departure = (client: RawClient, heldMs: number) => Promise<void>;

const departures: readonly Departure[] = [
  async (client) => client.reset(),
  async ({ socket }) => void socket.destroy(),
  async ({ socket }) => void socket.end(),
  async ({ socket }, heldMs) => {
    socket.pause();
    await delay(heldMs);
    socket.destroy();
  },
];

export interface DepartingOptions {
  readonly token?: string;
  /** The id of an object of the host. */
  readonly object?: string;
  /** Milliseconds that a client which does not read stays. */
  readonly heldMs?: number;
}

/** One client that pipelines 1 to 32 requests and leaves immediately, after some milliseconds, or with the first answer. */
export async function departingClient(
  url: string,
  draw: Draw,
  options: DepartingOptions = {},
): Promise<void> {
  const { heldMs = 20 } = options;
  const isSame = draw(2) === 0;
  const { prefix } = addressOf(url);
  const first = requestOf(draw, prefix, options);
  const others = Array.from({ length: draw(3) === 0 ? draw(32) : draw(4) }, () =>
    isSame ? first : requestOf(draw, prefix, options),
  );
  const leave = departures[draw(departures.length)]!;
  const moment = draw(3);
  const afterMs = draw(6);
  const client = await openRawClient(url);
  client.socket.write(first + others.join(''));
  if (moment === 1) await delay(afterMs);
  else if (moment === 2 && !client.isClosed) await firstBytes(client, heldMs);
  await leave(client, heldMs);
}

function firstBytes({ socket }: RawClient, mostMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, mostMs);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    socket.once('data', done).once('close', done);
  });
}

/** Runs such clients and one that stays. @throws Error if the one that stays gets no answer */
export async function departingClients(
  url: string,
  count: number,
  draw: Draw,
  ask: () => Promise<unknown>,
  options: DepartingOptions = {},
): Promise<void> {
  const atOnce = 8;
  for (let begun = 0; begun < count; begun += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, () => departingClient(url, draw, options)));
    await ask();
  }
}
