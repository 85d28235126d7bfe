import type { Command } from 'commander';
import { RemoteError, type RemoteHost } from '../../../client/index.js';
import { printable } from '../../../service/common/printable.js';
import { addRemote, notAHost, type RemoteOptions, remoteFailure, withHost } from './connection.js';
import { printJson, table } from './values.js';

/** Adds `save`, `load` and `status`. */
export function addFiles(program: Command): void {
  for (const [name, description, example] of [
    [
      'save',
      'Save the live scene to the open file or to another file of the project',
      'sim-host save evening.live.json',
    ],
    ['load', 'Load a live scene of the project, or reload the open one', 'sim-host load evening.live.json'],
  ] as const) {
    addRemote(program, `${name} [path]`, description, `  $ sim-host ${name}\n  $ ${example}\n`).action(
      (path: string | undefined, options: RemoteOptions) =>
        withHost(options, async (host) => {
          const taken = await host[name](path).catch((error: unknown) => {
            throw withoutFiles(error);
          });
          if (typeof taken !== 'string' && taken !== null) throw notAHost(host.url);
          if (options.json) printJson({ path: taken });
          else console.log(printable(taken ?? ''));
        }),
    );
  }
  addRemote(
    program,
    'status',
    'Show the application, its frame rate and unsaved changes',
    '  $ sim-host status --json\n',
  ).action((options: RemoteOptions) =>
    withHost(options, async (host) => {
      const status = await statusOf(host);
      if (options.json) printJson(status);
      else
        for (const line of table(Object.entries(status).map(([name, value]) => [name, String(value)])))
          console.log(printable(line));
    }),
  );
}

/** Returns the status of a host; older hosts send less. */
async function statusOf(host: RemoteHost): Promise<Record<string, string | number | boolean | null>> {
  const optional = (path: string) =>
    host.request('GET', path).catch(() => ({})) as Promise<Record<string, never>>;
  const { applicationName, version, fps } = await host.status();
  const [{ memory }, { path, unsaved }, { serverStatus }] = await Promise.all([
    optional('/api/performance'),
    optional('/api/live'),
    optional('/api/heartbeat'),
  ]);
  const clients = (serverStatus as { connectedClients?: number } | undefined)?.connectedClients;
  return {
    application: applicationName,
    version,
    url: host.url,
    fps: Math.round(fps * 10) / 10,
    ...(memory !== undefined && { memory }),
    ...(clients !== undefined && { clients }),
    ...(path !== undefined && { live: path }),
    ...(unsaved !== undefined && { unsaved }),
  };
}

function withoutFiles(error: unknown): unknown {
  const isOld = error instanceof RemoteError && error.status === 404 && error.message.startsWith('Not found');
  return isOld ? remoteFailure(error, '; this host saves and loads only by its own hand') : error;
}
