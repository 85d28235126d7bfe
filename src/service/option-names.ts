import type { HttpServerOptions } from './http/server-options.js';

/** The names of a service's options; an object contains the names of the options inside an option. */
export const serviceNames = {
  host: true,
  http: {
    port: true,
    hostname: true,
    allowExternalConnections: true,
    token: true,
    readToken: true,
    pairing: true,
    authorize: true,
    allowOrigins: true,
    allowHosts: true,
    allowAddresses: true,
    tls: true,
    bodyLimit: true,
    engine: true,
  } satisfies Record<keyof HttpServerOptions, true>,
  maxSubscribers: true,
  project: {
    folder: true,
    files: true,
    switchSceneOnLoad: true,
  },
  ui: true,
  panel: true,
  autoSaveOnQuit: true,
  languages: true,
  translations: true,
};

/** The names of a plain host's options. */
export const plainNames = {
  name: true,
  version: true,
  rate: true,
  loop: true,
  onQuit: true,
  assets: true,
  log: true,
};
