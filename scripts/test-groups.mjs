// Tests of many files in one process: what each process would load again, TypeScript first of all, is loaded once.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** What concerns the whole process: hooks outside of a suite, which would run for all; exposed classes, whose names are then taken. */
const standsAlone = /^(before|after|beforeEach|afterEach)\(|^\s*(@exposed\w+|expose(Class|Enum))\(/m;

/**
 * Writes modules into a folder: so many groups of files, and one for each file that stands alone.
 * @param {string[]} files
 * @returns {string[]} the modules, in the order in which they are to be started
 */
export function inGroups(files, groups, folder) {
  const alone = files.filter((file) => standsAlone.test(readFileSync(file, 'utf8')));
  return grouped(
    files.filter((file) => !alone.includes(file)),
    groups,
    folder,
    alone,
  );
}

/**
 * Writes modules into a folder: so many groups of files, each of which goes well beside any other, and one for each of `alone`.
 * @param {string[]} files
 * @param {string[]} [alone]
 * @returns {string[]} the modules, in the order in which they are to be started
 */
export function grouped(files, groups, folder, alone = []) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const ofGroup = (group) => files.filter((_, index) => index % groups === group);
  const modules = [
    ...Array.from({ length: groups }, (_, group) => ofGroup(group)),
    ...alone.map((file) => [file]),
  ];
  return modules.map((own, index) => {
    const lines = own.map((file) => `await import('${relative(folder, file).split(sep).join('/')}');\n`);
    const path = join(folder, `${String(index + 1).padStart(3, '0')}.mjs`);
    writeFileSync(path, lines.join(''));
    return path;
  });
}
