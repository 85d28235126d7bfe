import { mkdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Command } from 'commander';
import type { Studio } from '../../../client/index.js';
import { baseUrl, outputFolder } from '../arguments.js';
import { CliError, exitCodes } from '../exit-codes.js';
import { addRemote, type RemoteOptions, withStudio } from '../remote/connection.js';
import { printJson } from '../remote/values.js';
import { printable } from '../terminal/text.js';
import type { KeepImage } from './capture.js';

interface CaptureOptions extends RemoteOptions {
  readonly out?: string;
}

/** Adds `capture`. */
export function addCapture(program: Command): void {
  addRemote(
    program,
    'capture',
    'writes a scene file that answers as a running host does: types, objects, values, texts, assets',
    `  $ sim-host capture http://10.0.0.5:9095 > studio.yaml
  $ sim-host capture http://10.0.0.5:9095 --out studio    studio/scene.yaml, with its pictures beside it
  $ sim-host --scene studio/scene.yaml --watch            the copy, to work with

The host's language is switched for a moment, to read its texts in all of them, and put back.
`,
  )
    .argument('[url]', 'the host; --url does as well', baseUrl)
    .option(
      '--out <folder>',
      'write scene.yaml and the pictures that the host shows to this folder',
      outputFolder,
    )
    .action((url: string | undefined, options: CaptureOptions) =>
      withStudio({ ...options, ...(url !== undefined && { url }) }, (studio) => write(studio, options)),
    );
}

async function write(studio: Studio, { out, json }: CaptureOptions): Promise<void> {
  const { capture } = await import('./capture.js');
  if (out !== undefined) await mkdir(out, { recursive: true });
  const { text, warnings } = await capture(studio, out === undefined ? undefined : keeping(studio, out));
  for (const warning of warnings) console.error(`sim-host: ${printable(warning)}`);
  if (out === undefined) return void process.stdout.write(text);
  const file = join(out, 'scene.yaml');
  await writeFile(file, text);
  if (json) printJson({ scene: file, warnings });
  else console.log(printable(`${file}; run it with: sim-host --scene ${file}`));
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
};

/** Keeps pictures in a folder; one that the host does not give is the test card. */
function keeping(studio: Studio, folder: string): KeepImage {
  return async (value, name) => {
    const answer = await fetch(studio.imageUrl(value), { signal: AbortSignal.timeout(10_000) });
    const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
    const extension = extensions[type] ?? extname(new URL(value, studio.url).pathname);
    if (!answer.ok || !Object.values(extensions).includes(extension)) return 'testcard';
    const file = join('images', name + extension);
    try {
      await mkdir(join(folder, 'images'), { recursive: true });
      await writeFile(join(folder, file), new Uint8Array(await answer.arrayBuffer()));
    } catch (error) {
      throw new CliError(exitCodes.failure, `${folder} cannot be written: ${(error as Error).message}`);
    }
    return file.replaceAll('\\', '/');
  };
}
