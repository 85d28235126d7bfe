/**
 * `import()` of what is known while it runs alone, or is not bundled. The bundled command gets it from outside
 * (scripts/bundle.mjs).
 * @param specifier URL, or name of a package
 */
export const importModule = (specifier: string): Promise<unknown> => import(specifier);
