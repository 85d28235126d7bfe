// Runs many test files in one process, which loads TypeScript and other modules only once.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** State of the whole process: hooks outside of suites, and exposed classes, whose names are global. */
const needsOwnProcess = /^(before|after|beforeEach|afterEach)\(|^\s*(@exposed\w+|expose(Class|Enum))\(/m;

/**
 * Writes modules into a folder: groups of files, and one module for each file that must run alone.
 * @param {string[]} files
 * @returns {string[]} the modules in their starting order
 */
export function inGroups(files, groups, folder) {
  const alone = files.filter((file) => needsOwnProcess.test(readFileSync(file, 'utf8')));
  return grouped(
    files.filter((file) => !alone.includes(file)),
    groups,
    folder,
    alone,
  );
}

/**
 * Writes modules into a folder: groups of independent files, and one module for each of `alone`.
 * @param {string[]} files
 * @param {string[]} [alone]
 * @returns {string[]} the modules in their starting order
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
