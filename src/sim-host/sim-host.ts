import { randomBytes } from 'node:crypto';
import { loadEngine } from '../service/http/engines/load-engine.js';
import { isLoopbackHost, urlHost } from '../service/http/security/security.js';
import {
  CannotListenError,
  ContradictoryOptions,
  type EngineChoice,
  RemoteControlService,
  type RequestListener,
  type TokenAccess,
} from '../service/index.js';
import { defaultPort } from '../service/wiring.js';
import { externalAddresses, listenAddress } from './addresses.js';
import { CommandTable } from './control/command-table.js';
import { ControlChannel } from './control/control-channel.js';
import type { ScriptedAnswer } from './engine/index.js';
import { type ClockMode, defaultRate, defaultSeed, Engine } from './engine/index.js';
import { createSimHost } from './host.js';
import { IdleThrottle } from './idle-throttle.js';
import { openProject } from './project-folder.js';

export { ProjectFolderError, projectFolder } from './project-folder.js';

import { NetworkConditions } from './network/network-conditions.js';
import { simulateNetwork } from './network/simulate-network.js';
import { resetHost } from './reset-host.js';
import {
  type CheckOptions,
  checkSceneFile,
  checkSceneObject,
  diagnosticLines,
  type GameObjectSpec,
  type SceneDescription,
  type SceneDiagnostic,
  type SceneDocument,
  SceneRuntime,
  sceneObjectName,
} from './scene-file/index.js';
import { type SceneReload, SceneReloader } from './scene-reloader.js';
import { SceneSpawner } from './spawner.js';
import { wrapped } from './wrapped-engine.js';

/** How to run a scene. What is left out, the scene file decides. */
export interface SimHostOptions {
  /** Path of the scene file, or the scene itself. */
  readonly scene: string | SceneInMemory;
  /** Port of the service, 0 for any free one. */
  readonly port?: number;
  /** Address to listen on. */
  readonly host?: string;
  readonly allowExternalConnections?: boolean;
  readonly token?: string;
  /** Opens reading alone, beside `token`. */
  readonly readToken?: string;
  /** Devices get a token for the code that is shown: one that opens this. */
  readonly pair?: TokenAccess;
  /** Addresses and ranges that may call, beside this machine. */
  readonly allow?: readonly string[];
  /** PEM files of a certificate and its key: HTTPS instead of HTTP. */
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsPassphrase?: string;
  /** Origins beside the loopback ones whose pages may call the service; `*` for all. */
  readonly allowOrigin?: readonly string[];
  /** Host names beside the loopback ones under which it may be called. */
  readonly allowHost?: readonly string[];
  /** Serves the page that steers it at `/`; on when left out. */
  readonly panel?: boolean;
  /** What speaks HTTP: the service's own choice when left out, or a choice of the environment's (`SIM_HOST_HTTP`). */
  readonly http?: EngineChoice;
  /** URL of NATS, over which the host is published for relays; left out, it is not. */
  readonly nats?: string;
  /** Its name there; `default` when left out. */
  readonly natsName?: string;
  /** File of credentials for NATS. */
  readonly natsCredentials?: string;
  /** File of the certificates of who signs those of NATS. */
  readonly natsCa?: string;
  readonly clock?: ClockMode;
  /** Frames per second. */
  readonly rate?: number;
  readonly seed?: number;
  /** Folder for saved scenes and settings. */
  readonly project?: string;
  /** Port of the control channel, 0 for any free one; left out, it stays closed. */
  readonly control?: number;
  /** Runs control commands in this process, with or without the channel. */
  readonly commandsInProcess?: boolean;
  /** While nobody asks for anything, frames may come in groups: in a process that does nothing else. */
  readonly mayRest?: boolean;
  /** The scene will be reloaded: its modules are loaded so that they can be loaded again. */
  readonly watch?: boolean;
}

/** A scene that is no file. */
export interface SceneInMemory {
  readonly description: SceneDescription;
  /** What it names, modules and the project's folder, is relative to this folder. */
  readonly folder: string;
}

/** A simulated host that runs. */
export interface RunningSimHost {
  readonly engine: Engine;
  readonly service: RemoteControlService;
  /** What the control channel can do, also while that is closed. */
  readonly commands: CommandTable;
  /** Path of the scene file, as it was given; `scene object` for a scene that is no file. */
  readonly scene: string;
  /** Absolute path of the project's folder; undefined when none is named, or none can be written. */
  readonly project: string | undefined;
  /** Base URL of the service. */
  readonly url: string;
  /** Base URLs under which others in the network find it, the likeliest first; none while only this machine does. */
  readonly addresses: readonly string[];
  /** Base URL of the control channel, undefined when it is closed. */
  readonly controlUrl: string | undefined;
  /** Needed for the control channel as soon as the service has a token or pairs devices: new for each start. */
  readonly controlToken: string | undefined;
  /** It listens beyond this machine and asks nobody for a token. */
  readonly isOpenToAll: boolean;
  /** Resolves when the application was asked to quit, and did not decline. */
  readonly quitting: Promise<void>;
  /**
   * Reads the scene again and puts it in the place of the one that runs; ids, streams and the open live scene stay. With
   * errors nothing changes.
   */
  reload(): Promise<SceneReload>;
  /** Files that the scene was made of, absolute: its own and its modules; none for a scene that is no file. */
  readonly sceneFiles: () => readonly string[];
  /** Ends the streams, the servers and the frames; twice does nothing. */
  stop(): Promise<void>;
}

/** A scene with errors, of which the message lists the first ones; nothing was run. */
export class SceneFileError extends Error {
  readonly diagnostics: readonly SceneDiagnostic[];

  constructor(name: string, diagnostics: readonly SceneDiagnostic[]) {
    super([`${name} has errors:`, ...diagnosticLines(diagnostics)].join('\n  '));
    this.name = 'SceneFileError';
    this.diagnostics = diagnostics;
  }
}

/** A port that cannot be listened on; the message names the fix. */
export class ListenError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ListenError';
  }
}

/**
 * Checks a scene and runs it.
 * @throws SceneFileError, ProjectFolderError, ListenError; nothing is left running then.
 */
export async function startSimHost(options: SimHostOptions): Promise<RunningSimHost> {
  return runScene(await loadScene(options.scene, { freshModules: options.watch === true }), options);
}

/** Reads and checks a scene. @throws SceneFileError */
export async function loadScene(
  scene: SimHostOptions['scene'],
  options: CheckOptions = {},
): Promise<SceneDocument> {
  const { document, diagnostics } =
    typeof scene === 'string'
      ? await checkSceneFile(scene, options)
      : await checkSceneObject(scene.description, scene.folder);
  if (document === undefined) throw new SceneFileError(nameOf(scene), diagnostics);
  return document;
}

/**
 * Runs a scene that was checked: engine, service, scene and control channel, in this order.
 * @throws ProjectFolderError, ListenError; nothing is left running then.
 */
export async function runScene(document: SceneDocument, options: SimHostOptions): Promise<RunningSimHost> {
  const scene = nameOf(options.scene);
  const engine = createEngine(document, options);
  const network = new NetworkConditions(seedOf(document, options));
  const idleThrottle = new IdleThrottle(
    engine.clock,
    () => service.subscribers,
    () => options.mayRest === true && options.nats === undefined && scenePresent.modules.size === 0,
  );
  engine.pace = idleThrottle.pace;
  const server = serverSettings(document, options, (onRequest) =>
    idleThrottle.seeing(takesCommands(options) ? simulateNetwork(network, onRequest) : onRequest),
  );
  const project = await openProject(document, options, (message) => engine.log.write('Warning', message));
  const spawner = new SceneSpawner(engine);
  const service = new RemoteControlService({
    host: createSimHost(engine, spawner),
    http: server,
    panel: options.panel ?? true,
    ...(project !== undefined && { project: { ...document.project, folder: project } }),
    ...presentation(document),
  });
  const runtime = new SceneRuntime(document, engine, service);
  let scenePresent = document;
  const put = (present: SceneDocument) => {
    scenePresent = present;
    spawner.connect(runtime.builder, prefabsOf(present));
    engine.dialogs.scripted = scriptedAnswers(present);
  };
  put(document);
  const { language } = document.application;
  if (language !== undefined) service.localization.set(language);
  runtime.start();
  engine.dialogs.canShow = takesCommands(options);
  const commands = new CommandTable({
    engine,
    service,
    builder: runtime.builder,
    reset: () => resetHost(engine, service, runtime, scenePresent.project?.live),
    network,
  });
  // Whoever guards the service does not leave the door beside it open.
  const isGuarded = server.token !== undefined || server.pairing !== undefined;
  const controlToken =
    options.control === undefined || !isGuarded ? undefined : randomBytes(24).toString('base64url');
  const control =
    options.control === undefined
      ? undefined
      : new ControlChannel(commands, engine.log, {
          port: options.control,
          engine: wrapped(loadEngine(options.http), (onRequest) => idleThrottle.seeing(onRequest)),
          token: controlToken,
        });
  const quitting = new Promise<void>((resolve) => engine.onQuit.add(() => resolve()));
  const stop = async (): Promise<void> => {
    engine.stop();
    await control?.stop();
    await service.stop();
  };
  try {
    await service.live?.start(document.project?.live);
    await publish(service, options);
    const { url, port } = await listening('--port', service.start());
    const controlUrl = control && (await listening('--control', control.start())).url;
    engine.start();
    const isOpenToAll = server.token === undefined && server.pairing === undefined && !isLocal(server);
    const addresses = reachableAt(server, url, port);
    const file = typeof options.scene === 'string' ? options.scene : undefined;
    const putAgain = (present: SceneDocument) => {
      put(present);
      service.present(presentation(present));
    };
    const reloader = new SceneReloader(document, file, { engine, service, runtime, put: putAgain });
    return {
      reload: () => reloader.reload(),
      sceneFiles: () => reloader.files,
      engine,
      service,
      commands,
      scene,
      project,
      url,
      addresses,
      controlUrl,
      controlToken,
      isOpenToAll,
      quitting,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function nameOf(scene: SimHostOptions['scene']): string {
  return typeof scene === 'string' ? scene : sceneObjectName;
}

function createEngine(document: SceneDocument, options: SimHostOptions): Engine {
  const { application, loop = {} } = document;
  const { firstId } = application;
  return new Engine({
    application: {
      name: application.name,
      version: application.version ?? '0.0.0',
      engineVersion: `Node.js ${process.versions.node}`,
      mode: application.mode ?? 'player',
    },
    clock: options.clock ?? 'real',
    rate: options.rate ?? loop.rate ?? defaultRate,
    seed: seedOf(document, options),
    ...(firstId !== undefined && { idStart: BigInt(firstId) }),
  });
}

/** How remote apps and prompts show the application. */
function presentation({ application, server, translations, ui }: SceneDocument) {
  return {
    ...(server?.maxSubscribers !== undefined && { maxSubscribers: server.maxSubscribers }),
    ...(application.languages !== undefined && { languages: application.languages }),
    ...(translations !== undefined && { translations }),
    ...(ui !== undefined && { ui }),
    autoSaveOnQuit: application.autoSaveOnQuit ?? false,
  };
}

/** True if commands can answer dialogs and simulate network conditions. */
function takesCommands({ control, commandsInProcess }: SimHostOptions): boolean {
  return control !== undefined || commandsInProcess === true;
}

function seedOf({ loop }: SceneDocument, options: SimHostOptions): number {
  return options.seed ?? loop?.seed ?? defaultSeed;
}

/** Options win over the scene file. */
function serverSettings(
  { server = {} }: SceneDocument,
  options: SimHostOptions,
  wrap: (onRequest: RequestListener) => RequestListener,
) {
  return {
    port: options.port ?? server.port ?? defaultPort,
    hostname: options.host ?? (server.host === undefined ? undefined : listenAddress(server.host)),
    allowExternalConnections: options.allowExternalConnections ?? server.allowExternalConnections ?? false,
    token: options.token ?? server.token,
    readToken: options.readToken,
    pairing: options.pair,
    allowAddresses: options.allow,
    tls: tlsOf(options),
    allowOrigins: options.allowOrigin ?? server.allowOrigins,
    allowHosts: options.allowHost ?? server.allowHosts,
    bodyLimit: server.bodyLimit,
    engine: wrapped(loadEngine(options.http), wrap),
  };
}

/** @throws NatsError, and ContradictoryOptions for what says how without where */
async function publish(service: RemoteControlService, options: SimHostOptions): Promise<void> {
  const { nats: servers, natsName: name, natsCredentials: credentials, natsCa: ca } = options;
  if (servers !== undefined) return service.publish({ servers, name, credentials, ca });
  if (name !== undefined || credentials !== undefined || ca !== undefined)
    throw new ContradictoryOptions(
      '--nats-name, --nats-credentials and --nats-ca say how to publish: give --nats too',
    );
}

/** @throws ContradictoryOptions when one is there without the other */
export function tlsOf({
  tlsCert: cert,
  tlsKey: key,
  tlsPassphrase: passphrase,
}: Pick<SimHostOptions, 'tlsCert' | 'tlsKey' | 'tlsPassphrase'>) {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new ContradictoryOptions('HTTPS needs both: give --tls-cert and --tls-key');
  return { cert, key, passphrase };
}

/** What the objects of prop assets look like, by GUID. */
function prefabsOf({ assets = {} }: SceneDocument): ReadonlyMap<string, GameObjectSpec> {
  return new Map(
    Object.entries(assets).flatMap(([key, { guid, object }]) =>
      object === undefined ? [] : [[guid ?? key, object] as const],
    ),
  );
}

/** The Save As picker answers by itself where the scene file says so. */
function scriptedAnswers({ project }: SceneDocument): ScriptedAnswer {
  const saveAs = project?.saveAs;
  return ({ kind }) => {
    if (kind !== 'saveAs' || saveAs === undefined) return undefined;
    const answer = saveAs === null ? { choice: 'cancel' as const } : { choice: 'yes' as const, path: saveAs };
    return { answer, afterMs: 0 };
  };
}

type ServerSettings = ReturnType<typeof serverSettings>;

function reachableAt(server: ServerSettings, url: string, port: number): readonly string[] {
  if (isLocal(server)) return [];
  const isOneAddress = !server.allowExternalConnections && !['::', '0.0.0.0'].includes(server.hostname!);
  if (isOneAddress) return [url];
  const isIpv4Only = !server.allowExternalConnections && server.hostname === '0.0.0.0';
  const addresses = externalAddresses().filter((address) => !isIpv4Only || !address.startsWith('['));
  const { protocol } = new URL(url);
  return addresses.map((address) => `${protocol}//${address}:${port}`);
}

function isLocal({ allowExternalConnections, hostname }: ServerSettings): boolean {
  return !allowExternalConnections && (hostname === undefined || isLoopbackHost(urlHost(hostname)));
}

async function listening<T>(option: string, start: Promise<T>): Promise<T> {
  try {
    return await start;
  } catch (error) {
    if (!(error instanceof CannotListenError)) throw error;
    const fix = error.setting === 'hostname' ? '--host' : option;
    throw new ListenError(`${error.message} with ${fix}`, { cause: error });
  }
}
