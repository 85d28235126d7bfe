import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const repository = resolve(fileURLToPath(new URL('../../', import.meta.url)));
/** A project with the packed package; undefined when the repository is tested. */
const project = process.env.SIM_HOST_PROJECT;

/** The URL of the package folder whose pages are tested. */
export const packageUrl: URL = pathToFileURL(`${project ? `${project}/node_modules/sim-host` : repository}/`);

/** The folder for programs that import the package by name. */
export const programsUrl: URL = pathToFileURL(`${project ?? `${repository}/test/docs`}/`);
