import {
  createPlainHost,
  type PlainHostOptions,
  RemoteControlService,
  type ServiceOptions,
} from '../../src/service/index.js';

interface Ending {
  after(end: () => unknown): void;
}

/** A service on a plain host, which both stop after the test, and its log as lines of a level and a message. */
export function createService(
  t: Ending,
  options: Partial<ServiceOptions> = {},
  hostOptions: Partial<PlainHostOptions> = {},
) {
  const log: string[] = [];
  const host = createPlainHost({
    name: 'Test',
    log: ({ level, message }) => void log.push(`${level} ${message}`),
    ...hostOptions,
  });
  const service = new RemoteControlService({ host, ...options, http: { port: 0, ...options.http } });
  t.after(async () => {
    await service.stop();
    host.stop();
  });
  return { host, service, log };
}

/** Sends a request with a JSON body, and returns the status and the JSON of its response. */
export async function ask(url: string, method: string, path: string, body?: unknown) {
  const response = await fetch(url + path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: responses of many shapes
  return { status: response.status, json: (await response.json()) as any };
}
