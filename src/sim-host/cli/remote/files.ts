import type { Command } from 'commander';
import type { RemoteHost } from '../../../client/index.js';
import { addRemote, type RemoteOptions, withHost } from './connection.js';
import { print, table } from './values.js';

/** Adds `save`, `load` and `status`. */
export function addFiles(program: Command): void {
  addFile(program, 'save', 'Save the live scene to the open file or to another file of the project');
  addFile(program, 'load', 'Load a live scene of the project, or reload the open one');
  addRemote(
    program,
    'status',
    'Show the application, its frame rate and unsaved changes',
    '  $ sim-host status --json\n',
  ).action((options: RemoteOptions) =>
    withHost(options, async (host) => {
      const status = await statusOf(host);
      const known = Object.entries(status).filter(([, value]) => value !== undefined);
      print(options, status, table(known.map(([name, value]) => [name, String(value)])));
    }),
  );
}

function addFile(program: Command, name: 'save' | 'load', description: string): void {
  const examples = `  $ sim-host ${name}\n  $ sim-host ${name} evening.live.json\n`;
  addRemote(program, `${name} [path]`, description, examples).action(
    (path: string | undefined, options: RemoteOptions) =>
      withHost(options, async (host) => {
        const taken = await host[name](path);
        print(options, { path: taken }, [taken ?? '']);
      }),
  );
}

/** Returns the status of a host; older hosts send less. */
async function statusOf(host: RemoteHost) {
  const optional = (path: string) =>
    host.request('GET', path).catch(() => ({})) as Promise<Record<string, never>>;
  const { applicationName, version, fps } = await host.status();
  const [{ memory }, { path, unsaved }, { serverStatus }] = await Promise.all([
    optional('/api/performance'),
    optional('/api/live'),
    optional('/api/heartbeat'),
  ]);
  return {
    application: applicationName,
    version,
    url: host.url,
    fps: Math.round(fps * 10) / 10,
    memory,
    clients: (serverStatus as { connectedClients?: number } | undefined)?.connectedClients,
    live: path,
    unsaved,
  };
}
