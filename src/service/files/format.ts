import type { ApplicationInfo } from '../host.js';
import type { JsonObject } from '../json.js';

/** The version of the file format that this service reads and writes. */
export const formatVersion = 1;

/** The formats of files; a live scene under its older name opens too. */
export const formats = {
  live: ['jp.lilium.remotecontrol.live', 'jp.lilium.remotecontrol.scene'],
  settings: ['jp.lilium.remotecontrol.projectsettings'],
  preset: ['jp.lilium.remotecontrol.preset'],
  startup: ['jp.lilium.remotecontrol.startup'],
} as const;

/** A file that is refused whole: broken, foreign or newer (LSC-15). */
export class FileRefused extends Error {
  /** @param line undefined for a file that is not there */
  constructor(path: string, line: number | undefined, reason: string) {
    super(`${path}${line === undefined ? '' : `:${line}`}: ${reason}`);
    this.name = 'FileRefused';
  }
}

/** A format of this service is named; what stands in a file of another program is told to nobody. */
export function formatName(format: string): string {
  const isKnown = Object.values<readonly string[]>(formats).some((names) => names.includes(format));
  return isKnown ? `the format "${format}"` : 'another format';
}

/** A new file's first members. */
export function header(
  format: string,
  { name, version, engineVersion }: ApplicationInfo,
  packageVersion: string,
): JsonObject {
  return {
    format,
    formatVersion,
    metadata: { packageVersion, appName: name, appVersion: version, engineVersion },
  };
}
