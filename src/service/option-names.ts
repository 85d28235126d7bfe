import type { HttpServerOptions } from './http/server-options.js';

/** The options of a service; an object holds the names of the options inside one. */
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

/** The options of a plain host. */
export const plainNames = {
  name: true,
  version: true,
  rate: true,
  loop: true,
  onQuit: true,
  assets: true,
  log: true,
};
