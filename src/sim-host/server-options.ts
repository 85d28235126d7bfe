import { loadEngine } from '../service/http/engines/load-engine.js';
import { isLoopbackHost, urlHost } from '../service/http/security/security.js';
import {
  CannotListenError,
  ContradictoryOptions,
  type LoadedEngine,
  type RemoteControlService,
  type RequestListener,
} from '../service/index.js';
import { defaultPort } from '../service/wiring.js';
import { externalAddresses, listenAddress } from './addresses.js';
import type { SceneDocument } from './scene-file/index.js';
import type { SimHostOptions } from './sim-host-options.js';

/** Returns the HTTP options of the service; options of the host override the scene file. */
export function serverOptions(
  { server = {} }: SceneDocument,
  options: SimHostOptions,
  intercept: (onRequest: RequestListener) => RequestListener,
) {
  return {
    port: options.port ?? server.port ?? defaultPort,
    hostname: options.host ?? (server.host === undefined ? undefined : listenAddress(server.host)),
    allowExternalConnections: options.allowExternalConnections ?? server.allowExternalConnections ?? false,
    token: options.token ?? server.token,
    readToken: options.readToken,
    pairing: options.pair,
    allowAddresses: options.allow,
    tls: tlsFiles(options),
    allowOrigins: options.allowOrigin ?? server.allowOrigins,
    allowHosts: options.allowHost ?? server.allowHosts,
    bodyLimit: server.bodyLimit,
    engine: loadIntercepted(options, intercept),
  };
}

export type ServerOptions = ReturnType<typeof serverOptions>;

/** Creates the HTTP engine; its requests go through `intercept` first. */
export function loadIntercepted(
  { http }: SimHostOptions,
  intercept: (onRequest: RequestListener) => RequestListener,
): LoadedEngine {
  const loaded = loadEngine(http);
  const { engine } = loaded;
  const listen = engine.listen.bind(engine);
  engine.listen = (hostname, port, onRequest, tls) => listen(hostname, port, intercept(onRequest), tls);
  return loaded;
}

/** @throws ContradictoryOptions if only one of certificate and key is given */
export function tlsFiles({
  tlsCert: cert,
  tlsKey: key,
  tlsPassphrase: passphrase,
}: Pick<SimHostOptions, 'tlsCert' | 'tlsKey' | 'tlsPassphrase'>) {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new ContradictoryOptions('HTTPS needs both: give --tls-cert and --tls-key');
  return { cert, key, passphrase };
}

/**
 * Publishes the host over NATS if the options ask for it.
 * @throws NatsError, and ContradictoryOptions if the URL of NATS is missing
 */
export async function publish(service: RemoteControlService, options: SimHostOptions): Promise<void> {
  const { nats: servers, natsName: name, natsCredentials: credentials, natsCa: ca } = options;
  if (servers !== undefined) return service.publish({ servers, name, credentials, ca });
  if (name !== undefined || credentials !== undefined || ca !== undefined)
    throw new ContradictoryOptions(
      '--nats-name, --nats-credentials and --nats-ca say how to publish: give --nats too',
    );
}

/** True if every command and request needs a token. */
export function isProtected({ token, pairing }: ServerOptions): boolean {
  return token !== undefined || pairing !== undefined;
}

/** True if only this machine can connect. */
export function isLocal({ allowExternalConnections, hostname }: ServerOptions): boolean {
  return !allowExternalConnections && (hostname === undefined || isLoopbackHost(urlHost(hostname)));
}

/** Returns the base URLs at which other machines can connect. */
export function externalUrls(server: ServerOptions, url: string, port: number): readonly string[] {
  if (isLocal(server)) return [];
  const isOneAddress = !server.allowExternalConnections && !['::', '0.0.0.0'].includes(server.hostname!);
  if (isOneAddress) return [url];
  const isIpv4Only = !server.allowExternalConnections && server.hostname === '0.0.0.0';
  const addresses = externalAddresses().filter((address) => !isIpv4Only || !address.startsWith('['));
  const { protocol } = new URL(url);
  return addresses.map((address) => `${protocol}//${address}:${port}`);
}

/** Thrown if a port cannot be listened on; the message names the option to change. */
export class ListenError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ListenError';
  }
}

/** Waits for a server to listen. @throws ListenError that names `option` or `--host` */
export async function listening<T>(option: string, start: Promise<T>): Promise<T> {
  try {
    return await start;
  } catch (error) {
    if (!(error instanceof CannotListenError)) throw error;
    const fix = error.setting === 'hostname' ? '--host' : option;
    throw new ListenError(`${error.message} with ${fix}`, { cause: error });
  }
}
