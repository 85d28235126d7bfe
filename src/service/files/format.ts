import type { JsonObject } from '../common/json.js';
import type { ApplicationInfo } from '../host.js';

/** The version of the file format that this service reads and writes. */
export const formatVersion = 1;

/** Names of the file formats; a live scene may also have its older name. */
export const formats = {
  live: ['jp.lilium.remotecontrol.live', 'jp.lilium.remotecontrol.scene'],
  settings: ['jp.lilium.remotecontrol.projectsettings'],
  preset: ['jp.lilium.remotecontrol.preset'],
  startup: ['jp.lilium.remotecontrol.startup'],
} as const;

/** Thrown for a file that is rejected as a whole: broken, of another format or of a newer version (LSC-15). */
export class FileRefused extends Error {
  /** @param line undefined if the file does not exist */
  constructor(path: string, line: number | undefined, reason: string) {
    super(`${path}${line === undefined ? '' : `:${line}`}: ${reason}`);
    this.name = 'FileRefused';
  }
}

/** Returns the name of a format for messages. Formats of other programs are not quoted. */
export function formatName(format: string): string {
  const isKnown = Object.values<readonly string[]>(formats).some((names) => names.includes(format));
  return isKnown ? `the format "${format}"` : 'another format';
}

/** Returns the first members of a new file. */
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
