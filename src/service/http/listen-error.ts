import { createServer } from 'node:net';

/** Thrown if the server cannot listen on an address; the message names the fix. */
export class CannotListenError extends Error {
  /** The setting that has to change. */
  readonly setting: 'port' | 'hostname';

  constructor(where: string, { reason, setting }: ListenProblem) {
    const fix = setting === 'port' ? 'choose another port (0 takes any free one)' : 'choose another address';
    super(`Cannot listen on ${where}: ${reason}; ${fix}`);
    this.name = 'CannotListenError';
    this.setting = setting;
  }
}

/** A system error of Node.js, declared here so that users of the package need no types of Node.js. */
export interface SystemError extends Error {
  readonly code?: string;
}

export interface ListenProblem {
  readonly reason: string;
  readonly setting: 'port' | 'hostname';
}

const portTaken: ListenProblem = { reason: 'the port is taken', setting: 'port' };
const problems: Readonly<Record<string, ListenProblem>> = {
  EADDRINUSE: portTaken,
  EACCES: { reason: 'this process may not use that port', setting: 'port' },
  EADDRNOTAVAIL: { reason: "the address is not this machine's", setting: 'hostname' },
  ENOTFOUND: { reason: 'the name has no address', setting: 'hostname' },
  EAI_AGAIN: { reason: 'the name has no address', setting: 'hostname' },
};

/** Tries to listen on an address alone and returns the system's error; undefined if that works. */
export function tryListening(hostname: string, port: number): Promise<SystemError | undefined> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', resolve);
    probe.listen({ host: hostname, port, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}

/** Returns why an address cannot be listened on. It tries again, because not every engine learns the reason. */
export async function cannotListen(
  hostname: string,
  port: number,
  where: string,
): Promise<CannotListenError> {
  const error = await tryListening(hostname, port);
  // If it succeeds now, the port has just been released.
  const { code = '' } = error ?? { code: 'EADDRINUSE' };
  return new CannotListenError(where, problems[code] ?? { ...portTaken, reason: `${error?.message}` });
}
