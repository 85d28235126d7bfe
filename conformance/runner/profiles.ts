import type { Rule } from './rules.js';

/** The rules that apply to a host make and version. */
export interface Profile {
  readonly name: string;
  rules(all: readonly Rule[]): readonly Rule[];
}

const pattern = /^unity-(\d+)\.(\d+)$/;

/**
 * `unity-0.20`: a Unity player with that package version, without later rules and those of sim-host.
 * @throws Error for an unknown profile
 */
export function profileNamed(name: string): Profile {
  const [, major, minor] = pattern.exec(name) ?? [];
  if (major === undefined || minor === undefined)
    throw new Error(`unknown profile ${name}; available: unity-0.20 to unity-0.25`);
  const version = [Number(major), Number(minor)];
  return { name, rules: (all) => all.filter(({ since }) => isThere(since, version)) };
}

function isThere(since: string | undefined, [major, minor]: readonly number[]): boolean {
  if (since === undefined) return true;
  if (since === 'ours') return false;
  const [sinceMajor, sinceMinor] = since.split('.').map(Number);
  return sinceMajor! < major! || (sinceMajor === major && sinceMinor! <= minor!);
}
