import { isLosslessNumber, LosslessNumber, parse, stringify } from 'lossless-json';
import type { ApplicationInfo } from '../host.js';
import type { Json } from '../json.js';

/** The version of the file format that this service reads and writes. */
export const formatVersion = 1;

/** The formats of files; a live scene under its older name opens too. */
export const formats = {
  live: ['jp.lilium.remotecontrol.live', 'jp.lilium.remotecontrol.scene'],
  settings: ['jp.lilium.remotecontrol.projectsettings'],
  preset: ['jp.lilium.remotecontrol.preset'],
  startup: ['jp.lilium.remotecontrol.startup'],
} as const;

/** A value of a file as it stands there: numbers keep their text, so that what is not touched is written back as it was. */
export type Raw = null | boolean | string | LosslessNumber | bigint | number | Raw[] | RawObject;
export type RawObject = { [member: string]: Raw };

/** A file that is refused whole: broken, foreign or newer (LSC-15). */
export class FileRefused extends Error {
  constructor(path: string, line: number, reason: string) {
    super(`${path}:${line}: ${reason}`);
    this.name = 'FileRefused';
  }
}

/**
 * Reads a file of one of `accepted` formats.
 * @throws FileRefused with line and reason
 */
export function parseFile(path: string, text: string, accepted: readonly string[]): RawObject {
  let raw: unknown;
  try {
    raw = parse(text);
  } catch (error) {
    const message = (error as Error).message;
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    throw new FileRefused(
      path,
      lineAt(text, position),
      `it is broken: ${message.replace(/ at position \d+.*/s, '')}`,
    );
  }
  if (!isRawObject(raw as Raw)) throw new FileRefused(path, 1, 'it is broken: it holds no JSON object');
  const file = raw as RawObject;
  const refuse = (member: string, reason: string) =>
    new FileRefused(path, lineAt(text, Math.max(0, text.indexOf(`"${member}"`))), reason);
  if (typeof file.format !== 'string') throw refuse('format', `it has no "format", expected ${accepted[0]}`);
  if (!accepted.includes(file.format)) {
    throw refuse('format', `it is of ${formatName(file.format)}, expected ${accepted[0]}`);
  }
  const version = Number(file.formatVersion ?? formatVersion);
  if (!Number.isInteger(version) || version < 1)
    throw refuse('formatVersion', 'its "formatVersion" is no version');
  if (version > formatVersion) {
    throw refuse(
      'formatVersion',
      `its format version ${version} is newer than ${formatVersion}, the newest known here`,
    );
  }
  return file;
}

/** A format of this service is named; what stands in a file of another program is told to nobody. */
export function formatName(format: string): string {
  const isKnown = Object.values<readonly string[]>(formats).some((names) => names.includes(format));
  return isKnown ? `the format "${format}"` : 'another format';
}

/** The entries of a file. @throws FileRefused when they are no list of objects */
export function entriesOf(path: string, text: string, file: RawObject): RawObject[] {
  const entries = file.objects ?? [];
  if (Array.isArray(entries) && entries.every(isRawObject)) return entries;
  const line = lineAt(text, Math.max(0, text.indexOf('"objects"')));
  throw new FileRefused(path, line, 'it is broken: "objects" is no list of objects');
}

/** A new file's first members. */
export function header(
  format: string,
  { name, version, engineVersion }: ApplicationInfo,
  packageVersion: string,
): RawObject {
  return {
    format,
    formatVersion,
    metadata: { packageVersion, appName: name, appVersion: version, engineVersion },
  };
}

/** Two spaces, LF, a line end at the end. */
export function fileText(file: RawObject): string {
  return `${stringify(file, undefined, 2)}\n`;
}

/** The value as the service reads it. */
export function toJson(raw: Raw): Json {
  if (isLosslessNumber(raw)) {
    const text = (raw as LosslessNumber).value;
    return /^-?\d{16,}$/.test(text) ? BigInt(text) : Number(text);
  }
  if (Array.isArray(raw)) return raw.map(toJson);
  if (!isRawObject(raw)) return raw as Json;
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, toJson(value)]));
}

export function isRawObject(raw: Raw | undefined): raw is RawObject {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw) && !(raw instanceof LosslessNumber);
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}
