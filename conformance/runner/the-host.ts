import { type Answer, HttpClient } from '../client/index.js';

/** The identity that a host reports; empty if it reports none. */
export interface AboutHost {
  readonly application: string;
  readonly version: string;
}

/** Asks a running host for its identity. @throws Error if nothing or another server answers */
export async function hostThatAnswers(baseUrl: string, token: string | undefined): Promise<AboutHost> {
  const client = new HttpClient(baseUrl, token);
  const get = (path: string) =>
    client.request('GET', path, { limitMs: 10_000 }).catch((error: Error) => {
      throw new Error(`no host answers at ${baseUrl}: ${error.message}`, { cause: error });
    });
  try {
    requireObjects(await get('/exposed/objects'), baseUrl, token);
    const { json } = await get('/api/status');
    if (json?.access === 'read') throw new Error('the caller may only read: give --token with full access');
    return { application: textOf(json?.applicationName), version: textOf(json?.version) };
  } finally {
    client.close();
  }
}

function requireObjects({ status, json }: Answer, baseUrl: string, token: string | undefined): void {
  if (status === 401)
    throw new Error(
      token === undefined ? 'the host asks for a token: --token' : 'the host does not take this --token',
    );
  if (status === 200 && Array.isArray(json?.objects)) return;
  throw new Error(
    `no host answers at ${baseUrl}: GET /exposed/objects is answered with ${status} and no list of objects`,
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
