import { transformSync } from '@swc/core';
import { sourceOf } from './source.js';
import type { Table } from './spec.js';

/** The registered objects of the application by key, which its code may use. */
export type App = Record<string, Record<string, unknown>>;

/** The classes of a table by name. */
export type Classes = Readonly<Record<string, (new () => object) & object>>;

/** The functions that the program of a table calls; in the model they do nothing. */
export interface Library {
  readonly exposedClass: unknown;
  readonly exposedField: unknown;
  readonly exposedProperty: unknown;
  readonly exposedFunction: unknown;
  readonly exposeEnum: unknown;
  readonly define: unknown;
}

const names = [
  'exposedClass',
  'exposedField',
  'exposedProperty',
  'exposedFunction',
  'exposeEnum',
  'define',
] as const satisfies readonly (keyof Library)[];

/** Decorators without effect. */
export const nobody: Library = Object.fromEntries(
  names.map((name) => [name, () => () => undefined]),
) as never;

/** Values that setters reject. */
const refuses = (value: unknown) => value === 7 || value === 7n || value === 'seven';

/** The program of a table, which runs once for each side. */
export function compile(table: Table): (library: Library, app: App) => Classes {
  const classes = table.classes.map(({ name }) => name).join(', ');
  const program = `(function (app, refuses, ${names.join(', ')}) {\n${sourceOf(table)}\nreturn { ${classes} };\n})`;
  const { code } = transformSync(program, {
    isModule: false,
    configFile: false,
    swcrc: false,
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      target: 'es2022',
      transform: { decoratorVersion: '2022-03' },
    },
  });
  // biome-ignore lint/security/noGlobalEval: the program is our own, and its classes are made at run time
  const run = globalThis.eval(code) as (...args: unknown[]) => Classes;
  return (library, app) => run(app, refuses, ...names.map((name) => library[name]));
}
