import type { SceneDocument } from './document.js';

type Table = Readonly<Record<string, unknown>>;

/**
 * Removes the prototypes of the tables of a scene file, so that inherited names such as `constructor` are not found
 * in them.
 */
export function bareTables({ enums, classes, assets, scenes }: SceneDocument): void {
  for (const table of [enums, classes, assets, scenes]) bare(table);
  for (const { fields, properties, functions } of Object.values(classes ?? {})) {
    for (const table of [fields, properties, functions]) bare(table);
    for (const { parameters } of Object.values(functions ?? {})) bare(parameters);
  }
}

function bare(table: Table | undefined): void {
  if (table !== undefined) Object.setPrototypeOf(table, null);
}
