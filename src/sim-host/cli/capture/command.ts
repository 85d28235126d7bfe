import type { Command } from 'commander';
import type { RemoteHost } from '../../../client/index.js';
import { printable } from '../../../service/common/printable.js';
import { addRemote, type RemoteOptions, withHost } from '../remote/connection.js';

/** Adds `capture`. */
export function addCapture(program: Command): void {
  addRemote(
    program,
    'capture',
    'Write a scene file with the types, objects, values and assets of a running host',
    `  $ sim-host capture http://10.0.0.5:9095 > studio.yaml
  $ sim-host --scene studio.yaml --watch                  the copy, to work with
`,
  )
    .argument('[url]', 'URL of the host, instead of --url')
    .action((url: string | undefined, options: RemoteOptions) =>
      withHost({ ...options, url: url ?? options.url }, write),
    );
}

async function write(host: RemoteHost): Promise<void> {
  const { capture } = await import('./capture.js');
  const { text, warnings } = await capture(host);
  for (const warning of warnings) console.error(`sim-host: ${printable(warning)}`);
  process.stdout.write(text);
}
