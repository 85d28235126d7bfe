import type { Rule } from './rules.js';

/** What a host of a certain make and version is to hold. */
export interface Profile {
  readonly name: string;
  rules(all: readonly Rule[]): readonly Rule[];
}

const pattern = /^unity-(\d+)\.(\d+)$/;

/**
 * `unity-0.20`: a Unity player with a package of that version. Left out are the rules that came with a later one, and those that
 * came with sim-host.
 * @throws Error for one that there is not
 */
export function profileNamed(name: string): Profile {
  const [, major, minor] = pattern.exec(name) ?? [];
  if (major === undefined || minor === undefined)
    throw new Error(`there is no profile ${name}; profiles are unity-0.20 and the like, up to unity-0.25`);
  const version = [Number(major), Number(minor)];
  return { name, rules: (all) => all.filter(({ since }) => isThere(since, version)) };
}

function isThere(since: string | undefined, [major, minor]: readonly number[]): boolean {
  if (since === undefined) return true;
  if (since === 'ours') return false;
  const [sinceMajor, sinceMinor] = since.split('.').map(Number);
  return sinceMajor! < major! || (sinceMajor === major && sinceMinor! <= minor!);
}
