import { Connection } from '../../../client/connection.js';
import { HttpClient } from '../../../client/http.js';
import type { Json, RemoteHost } from '../../../client/index.js';
import type { StreamEvent } from '../../../client/wire.js';

/** The number of recorded events. */
export interface Counts {
  readonly events: number;
  /** Number of times that events were lost. */
  readonly losses: number;
}

type Line = Readonly<Record<string, Json | undefined>>;

/**
 * Records the events of a host line by line until `ended` is aborted. Objects have source keys where possible, so
 * that the lines fit another session; `at` is in milliseconds since the start.
 */
export async function record(
  host: RemoteHost,
  token: string | undefined,
  ended: AbortController,
  write: (line: Line, counts: Counts) => void,
): Promise<Counts> {
  const counts = { events: 0, losses: 0 };
  const began = await serverTime(host);
  const { applicationName, version } = await host.status();
  let keys = await keysOf(host);
  let last = 0;
  let isFirst = true;
  const at = (event: StreamEvent) => {
    const time = Date.parse(String((event as { timestamp?: string }).timestamp)) - began;
    // Times never go back, even for repeated events or after a change of the clock.
    last = Math.max(last, Number.isFinite(time) ? time : last);
    return last;
  };
  const connection = new Connection(new HttpClient(host.url, token, 'sim-host record'), {
    query: () => '',
    connected({ isResumed, isNewHost }) {
      if (!isResumed && !isFirst) {
        counts.losses++;
        const reason = isNewHost ? 'the host has restarted' : 'the host no longer has the events in between';
        write({ at: last, type: 'lost', reason }, counts);
        void refresh();
      }
      if (isFirst) {
        const recorded = new Date(began).toISOString();
        write({ at: 0, type: 'recording', application: applicationName, version, recorded }, counts);
      }
      isFirst = false;
    },
    event(event) {
      if (ended.signal.aborted) return;
      counts.events++;
      const { timestamp: _timestamp, ...rest } = event as StreamEvent & { timestamp?: string };
      write({ at: at(event), ...(named(rest as unknown as Json, keys) as Line) }, counts);
      if (event.type === 'exposed_objects_changed') void refresh();
    },
  });
  const refresh = async () => {
    keys = await keysOf(host).catch(() => keys);
  };
  await new Promise<void>((resolve) => {
    if (ended.signal.aborted) resolve();
    ended.signal.addEventListener('abort', () => resolve());
  });
  connection.close();
  return counts;
}

async function serverTime(host: RemoteHost): Promise<number> {
  const { serverTime: time } = (await host.request('GET', '/api/heartbeat')) as { serverTime?: string };
  const parsed = Date.parse(String(time));
  return Number.isFinite(parsed) ? parsed : Date.now();
}

async function keysOf(host: RemoteHost): Promise<ReadonlyMap<string, string>> {
  const objects = await host.objects();
  return new Map(objects.map((each) => [each['@id'], each['@source'] ?? each['@id']]));
}

/** Replaces ids, which differ in the next session, by source keys. */
function named(value: Json | undefined, keys: ReadonlyMap<string, string>): Json {
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (Array.isArray(value)) return value.map((item: Json) => named(item, keys));
  const object = value as { readonly [member: string]: Json | undefined };
  if (typeof object['@ref'] === 'string') return { '@ref': keys.get(object['@ref']) ?? object['@ref'] };
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, each]): [string, Json][] => {
      if (name === '@instanceID' || each === undefined) return [];
      const isId = name === 'id' && typeof each === 'string' && keys.has(each);
      return [isId ? ['key', keys.get(each)!] : [name, named(each, keys)]];
    }),
  );
}
