import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { reasonOf } from '../../exception-text.js';

export function newSigningKey(): Buffer {
  return randomBytes(32);
}

/**
 * Returns the key that signs tokens of paired devices, kept in a file so that they stay paired over restarts. If it cannot be kept, it
 * lasts as long as the process, and `warn` is called.
 * @param isMade whether a missing key is made
 */
export async function keptSigningKey(
  path: string,
  isMade: boolean,
  warn: (message: string) => void,
): Promise<Buffer> {
  try {
    return (await read(path)) ?? (isMade ? await make(path) : newSigningKey());
  } catch (error) {
    warn(
      `Cannot keep the key of paired devices, which have to pair again after a restart: ${reasonOf(error)}`,
    );
    return newSigningKey();
  }
}

async function read(path: string): Promise<Buffer | undefined> {
  const text = await readFile(path, 'utf8').catch((error) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  if (!/^[\w-]{43}\n$/.test(text)) throw new Error(`${path} holds no key; delete it`);
  return Buffer.from(text, 'base64url');
}

/** Of two hosts that make a key at the same time, both use the first one's. */
async function make(path: string): Promise<Buffer> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(temporary, `${newSigningKey().toString('base64url')}\n`, { mode: 0o600, flush: true });
    await link(temporary, path).catch((error) => {
      // Some file systems have no links.
      if (!hasCode(error, 'EEXIST')) return rename(temporary, path);
    });
  } finally {
    await rm(temporary, { force: true });
  }
  return (await read(path))!;
}

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
