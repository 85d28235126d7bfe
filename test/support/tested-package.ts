import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const repository = resolve(fileURLToPath(new URL('../../', import.meta.url)));
/** A project in which the packed package is installed; undefined where the repository is tested. */
const project = process.env.SIM_HOST_PROJECT;

/** The folder of the package whose pages are tested, as a URL. */
export const packageUrl: URL = pathToFileURL(`${project ? `${project}/node_modules/sim-host` : repository}/`);

/** Where programs are written that import the package by its name. */
export const programsUrl: URL = pathToFileURL(`${project ?? `${repository}/test/docs`}/`);
