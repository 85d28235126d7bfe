import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { reasonOf } from '../../common/exception-text.js';

export function newSigningKey(): Buffer {
  return randomBytes(32);
}

/**
 * Returns the key that signs tokens of paired devices, stored in a file so that they stay paired over restarts.
 * If the file cannot be used, it calls `warn`, and the key lasts as long as the process.
 * @param createIfMissing true to create a missing file
 */
export async function loadSigningKey(
  path: string,
  createIfMissing: boolean,
  warn: (message: string) => void,
): Promise<Buffer> {
  try {
    return (await read(path)) ?? (createIfMissing ? await create(path) : newSigningKey());
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

/** Creates the file. If two hosts do so at the same time, both use the first one's key. */
async function create(path: string): Promise<Buffer> {
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
