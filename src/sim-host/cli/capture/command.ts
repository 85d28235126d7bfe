import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { RemoteHost } from '../../../client/index.js';
import { printable } from '../../../service/printable.js';
import { baseUrl, outputFolder } from '../arguments.js';
import { CliError, exitCodes } from '../exit-codes.js';
import { addRemote, type RemoteOptions, withStudio } from '../remote/connection.js';
import { printJson } from '../remote/values.js';
import type { KeepImage } from './capture.js';
import { fetchPicture, type Picture, PictureRefused } from './pictures.js';

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

async function write(studio: RemoteHost, { out, json }: CaptureOptions): Promise<void> {
  const { capture } = await import('./capture.js');
  if (out !== undefined) await mkdir(out, { recursive: true });
  const refused: string[] = [];
  const keep = out === undefined ? undefined : keeping(studio, out, (warning) => void refused.push(warning));
  const captured = await capture(studio, keep);
  const { text } = captured;
  const warnings = [...captured.warnings, ...refused];
  for (const warning of warnings) console.error(`sim-host: ${printable(warning)}`);
  if (out === undefined) return void process.stdout.write(text);
  const file = join(out, 'scene.yaml');
  await writeFile(file, text);
  if (json) printJson({ scene: file, warnings });
  else console.log(printable(`${file}; run it with: sim-host --scene ${file}`));
}

/** Keeps pictures in a folder; one that the host does not give is the test card. @param warn told why it is */
function keeping(studio: RemoteHost, folder: string, warn: (warning: string) => void): KeepImage {
  return async (value, name) => {
    const picture = await pictureOf(studio, value, name, warn);
    if (picture === undefined) return 'testcard';
    const file = join('images', name + picture.extension);
    try {
      await mkdir(join(folder, 'images'), { recursive: true });
      await writeFile(join(folder, file), picture.bytes);
    } catch (error) {
      throw new CliError(exitCodes.failure, `${folder} cannot be written: ${(error as Error).message}`);
    }
    return file.replaceAll('\\', '/');
  };
}

async function pictureOf(
  studio: RemoteHost,
  value: string,
  name: string,
  warn: (warning: string) => void,
): Promise<Picture | undefined> {
  try {
    if (!URL.canParse(value, `${studio.url}/`)) throw new PictureRefused('its address is none');
    const address = studio.imageUrl(value);
    const { origin } = new URL(studio.url);
    // A host could otherwise have this machine ask whatever it reaches.
    if (new URL(address).origin !== origin)
      throw new PictureRefused(`it is not at ${origin}, and nothing is fetched from elsewhere`);
    return await fetchPicture(address);
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    warn(`the picture ${name} is not kept: ${error.message}`);
    return undefined;
  }
}
