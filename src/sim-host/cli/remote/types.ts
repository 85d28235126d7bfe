import type { Command } from 'commander';
import type { Json } from '../../../client/index.js';
import { printableSource } from '../../../service/common/printable.js';
import { type Exposed, readExposed } from '../exposed/exposed.js';
import { withSource } from '../exposed/source.js';
import { typeScript } from '../exposed/typescript.js';
import { addRemote, type RemoteOptions } from './connection.js';
import { printJson } from './values.js';

/** Adds `types`. */
export function addTypes(program: Command): void {
  addRemote(
    program,
    'types [source]',
    'Write TypeScript types of a host or a scene file, which is run with its modules',
    `  $ sim-host types http://127.0.0.1:9095 > studio.d.ts
  $ sim-host types scenes/demo.yaml > studio.d.ts      without a host that runs

  import { connect } from 'sim-host/client';
  import type { Studio } from './studio.js';
  const host = await connect<Studio>('http://127.0.0.1:9095');
  await host.object('key-light').set('intensity', 2.5);   misspelt names do not compile
`,
  ).action((source: string | undefined, options: RemoteOptions) =>
    withSource(source ?? options.url, options, async (host) => {
      const exposed = await readExposed(host);
      if (options.json) printJson(asJson(exposed));
      else process.stdout.write(printableSource(typeScript(exposed)));
    }),
  );
}

/** Returns the types as JSON, for other languages. */
function asJson({ application, types, enums, objects }: Exposed): Json {
  const classes = Object.fromEntries([...objects].map(([key, object]) => [key, object['@type']]));
  return { application, types, enums, objects: classes } as unknown as Json;
}
