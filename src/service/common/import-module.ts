/**
 * Imports a module at run time. The bundled command replaces it (scripts/bundle.mjs).
 * @param specifier URL or name of a package
 */
export const importModule = (specifier: string): Promise<unknown> => import(specifier);
