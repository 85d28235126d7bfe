import { createServer } from 'node:net';

/** An address that cannot be listened on; the message names the fix. */
export class CannotListenError extends Error {
  /** What has to change. */
  readonly setting: 'port' | 'hostname';

  constructor(where: string, { reason, setting }: ListenProblem) {
    const fix = setting === 'port' ? 'choose another port (0 takes any free one)' : 'choose another address';
    super(`Cannot listen on ${where}: ${reason}; ${fix}`);
    this.name = 'CannotListenError';
    this.setting = setting;
  }
}

/** Of Node.js; spelled out, since those who import the package need not have its types. */
export interface SystemError extends Error {
  readonly code?: string;
}

export interface ListenProblem {
  readonly reason: string;
  readonly setting: 'port' | 'hostname';
}

const taken: ListenProblem = { reason: 'the port is taken', setting: 'port' };
const problems: Readonly<Record<string, ListenProblem>> = {
  EADDRINUSE: taken,
  EACCES: { reason: 'this process may not use that port', setting: 'port' },
  EADDRNOTAVAIL: { reason: "the address is not this machine's", setting: 'hostname' },
  ENOTFOUND: { reason: 'the name has no address', setting: 'hostname' },
  EAI_AGAIN: { reason: 'the name has no address', setting: 'hostname' },
};

/** What the system says to who listens there alone; undefined where that works. */
export function tryListening(hostname: string, port: number): Promise<SystemError | undefined> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', resolve);
    probe.listen({ host: hostname, port, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}

/** Why an address cannot be listened on. Not every engine learns that, so it is tried once more. */
export async function cannotListen(
  hostname: string,
  port: number,
  where: string,
): Promise<CannotListenError> {
  const error = await tryListening(hostname, port);
  // Where it works now, somebody has just let go of the port.
  const { code = '' } = error ?? { code: 'EADDRINUSE' };
  return new CannotListenError(where, problems[code] ?? { ...taken, reason: `${error?.message}` });
}
