import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { builtCode } from './built-code.js';
import { folderOf, type Mutant, serviceFolder } from './mutant.js';
import { hashOfSurroundings } from './surroundings.js';

interface Fault {
  readonly rule: string;
  readonly what: string;
  /** Below src/service. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** The faults of `by-hand.yaml`, as they are written there. */
export function faultsByHand(): readonly Fault[] {
  return parse(readFileSync(new URL('by-hand.yaml', import.meta.url), 'utf8')) as Fault[];
}

/**
 * The faults of `by-hand.yaml`. For each, what a host has to load in place of a file is put into `folder`.
 * @throws Error for one whose code is not there any more, or more than once
 */
export function byHand(folder: string): Mutant[] {
  mkdirSync(folder, { recursive: true });
  return faultsByHand().map(({ rule, what, file, from, to }, i) => {
    const name = join(serviceFolder, file);
    const text = readFileSync(name, 'utf8');
    const parts = text.split(from);
    if (parts.length !== 2)
      throw new Error(
        `by-hand.yaml, "${what}": ${name} has its code ${parts.length - 1} times, and not once`,
      );
    const source = join(folder, `${i}.js`);
    const id = join(folder, `${i}.json`);
    writeFileSync(source, builtCode(parts.join(to)));
    writeFileSync(id, JSON.stringify({ module: `/dist/service/${file.replace(/\.ts$/, '.js')}`, source }));
    const line = parts[0]!.split('\n').length;
    const lastLine = line + from.trimEnd().split('\n').length - 1;
    return {
      id,
      name: `${name}:${line} ${what}`,
      folder: folderOf(name),
      file: name,
      line,
      lastLine,
      operator: 'ByHand',
      original: from,
      replacement: to,
      surroundings: hashOfSurroundings(text.split('\n'), line - 1, lastLine - 1),
      twinsBefore: 0,
      rule,
    };
  });
}
