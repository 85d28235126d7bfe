import { HttpClient } from '../client/index.js';

/** What a host says of itself; empty where it does not. */
export interface AboutHost {
  readonly application: string;
  readonly version: string;
}

/** Asks a host that runs already who it is. @throws Error when nobody answers */
export async function hostThatAnswers(baseUrl: string, token: string | undefined): Promise<AboutHost> {
  const client = new HttpClient(baseUrl, token);
  try {
    await client.request('GET', '/exposed/objects', { limitMs: 10_000 });
    const { json } = await client.request('GET', '/api/status', { limitMs: 10_000 });
    return { application: textOf(json?.applicationName), version: textOf(json?.version) };
  } catch (error) {
    throw new Error(`no host answers at ${baseUrl}: ${(error as Error).message}`, { cause: error });
  } finally {
    client.close();
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
