import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkChoice, checkNames } from './common/check-options.js';
import type { LiveSceneOptions } from './files/live-scene-save-system.js';
import type { FileStore } from './files/project/file-store.js';
import { checkUi, type UiOptions } from './handlers/ui.js';
import type { Host } from './host.js';
import { engineKinds } from './http/engines/engine.js';
import { AddressList } from './http/security/address-list.js';
import { validateAuthOptions } from './http/security/auth-options.js';
import { isHostName, isOrigin } from './http/security/security.js';
import { tokenAccesses, tokenProblem } from './http/security/tokens.js';
import type { HttpServerOptions } from './http/server-options.js';
import type { LocalizationOptions } from './localization/localization.js';
import { plainNames, serviceNames } from './option-names.js';

export interface ServiceOptions extends LocalizationOptions {
  /** The application that the service runs in; `createPlainHost` creates a host without an engine. */
  readonly host: Host;
  readonly http?: Partial<HttpServerOptions>;
  /** Maximum number of open event streams (default: 10,000). */
  readonly maxSubscribers?: number;
  /** The folder for live scenes, settings and presets; if omitted, nothing is saved. */
  readonly project?: ProjectOptions;
  /** Title and side menu of remote apps. */
  readonly ui?: UiOptions;
  /** Serves a web panel at `/`, that of this package if true, or the one in a folder (default: none). */
  readonly panel?: boolean | string;
  /** Saves unsaved changes on quit instead of asking (default: false). */
  readonly autoSaveOnQuit?: boolean;
}

export interface ProjectOptions extends LiveSceneOptions {
  readonly folder: string;
  /** The store for files (default: the disk). */
  readonly files?: FileStore;
}

type Names<Options> = Readonly<Record<keyof Options, unknown>>;

/**
 * Checks options for plain JavaScript, and for errors that types cannot express. A typo must not leave a service open,
 * or at another address than intended.
 * @throws Error that names the option and the fix
 */
export function checkServiceOptions(options: ServiceOptions): void {
  if (typeof options?.host?.frames?.onFrameEnd !== 'function') {
    throw new Error(
      "A service needs the option host: new RemoteControlService({ host: createPlainHost({ name: '…' }) })",
    );
  }
  checkNames('RemoteControlService', options, serviceNames satisfies Names<ServiceOptions>, undefined, {
    'createPlainHost({ … })': plainNames,
  });
  const { http = {}, project, panel, maxSubscribers, autoSaveOnQuit, languages } = options;
  checkNames('http', http, serviceNames.http);
  const { port, token, readToken, pairing, tls, engine, bodyLimit } = http;
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw wrong('http.port', 'an integer from 0 (any free port) to 65535', port);
  for (const [name, given] of Object.entries({ 'http.bodyLimit': bodyLimit, maxSubscribers }))
    if (given !== undefined && !(Number.isInteger(given) && given > 0))
      throw wrong(name, 'an integer above 0', given);
  for (const [name, given] of Object.entries({ token, readToken })) {
    const problem = given === undefined ? undefined : tokenProblem(given);
    // The message does not contain the token, which is a secret.
    if (problem !== undefined)
      throw wrong(`http.${name}`, `${problem}, or left out`, given === '' ? '' : `a ${typeof given}`);
  }
  checkChoice('http.pairing', pairing, tokenAccesses);
  if (tls !== undefined && !(typeof tls?.cert === 'string' && typeof tls.key === 'string'))
    throw wrong('http.tls', 'an object with the paths of files: { cert, key }', tls);
  if (typeof engine === 'string') checkChoice('http.engine', engine, [...engineKinds, 'auto']);
  for (const name of ['allowOrigins', 'allowHosts', 'allowAddresses'] as const) {
    const list = http[name];
    if (list !== undefined && !(Array.isArray(list) && list.every((each) => typeof each === 'string')))
      throw wrong(`http.${name}`, 'an array of texts', list);
  }
  for (const origin of http.allowOrigins ?? [])
    if (!isOrigin(origin))
      throw new Error(
        `http.allowOrigins: ${JSON.stringify(origin)} is not an origin; write it as browsers do, such as "https://studio.example"`,
      );
  for (const host of http.allowHosts ?? [])
    if (!isHostName(host))
      throw new Error(
        `http.allowHosts: ${JSON.stringify(host)} is not a host name; write it without a scheme and a path, such as "studio.local"`,
      );
  if (http.allowAddresses !== undefined) new AddressList(http.allowAddresses);
  validateAuthOptions(http);
  if (autoSaveOnQuit !== undefined && typeof autoSaveOnQuit !== 'boolean')
    throw wrong('autoSaveOnQuit', 'true or false', autoSaveOnQuit);
  if (languages !== undefined && !Array.isArray(languages))
    throw wrong('languages', "an array such as ['en', 'de']", languages);
  if (options.ui !== undefined) checkUi(options.ui);
  if (panel !== undefined && typeof panel !== 'boolean' && (typeof panel !== 'string' || panel === ''))
    throw wrong('panel', 'true, false, or the path of a folder', panel);
  if (typeof panel === 'string' && !existsSync(join(panel, 'index.html')))
    throw wrong('panel', 'the path of a folder with an index.html', panel);
  if (project !== undefined)
    checkNames(
      'project',
      project,
      serviceNames.project satisfies Names<ProjectOptions>,
      "{ folder: 'show' }",
    );
  if (project !== undefined && (typeof project.folder !== 'string' || project.folder === ''))
    throw wrong('project.folder', 'the path of a folder', project.folder);
}

function wrong(name: string, expected: string, value: unknown): Error {
  return new Error(`${name} must be ${expected}, and is ${JSON.stringify(value) ?? typeof value}`);
}
