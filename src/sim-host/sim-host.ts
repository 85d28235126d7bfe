import { randomBytes } from 'node:crypto';
import { RemoteControlService } from '../service/index.js';
import { CommandTable } from './control/command-table.js';
import { ControlChannel } from './control/control-channel.js';
import { defaultRate, defaultSeed, Engine, type ScriptedAnswer } from './engine/index.js';
import { createSimHost } from './host.js';
import { IdleThrottle } from './idle-throttle.js';
import { loadScene, sceneName } from './load-scene.js';
import { NetworkConditions } from './network/network-conditions.js';
import { simulateNetwork } from './network/simulate-network.js';
import { openProject } from './project-folder.js';
import { resetHost } from './reset-host.js';
import { type SceneDocument, SceneRuntime } from './scene-file/index.js';
import { type SceneReload, SceneReloader } from './scene-reloader.js';
import { SceneSpawner } from './scene-spawner.js';
import {
  externalUrls,
  isLocal,
  isProtected,
  listening,
  loadIntercepted,
  publish,
  serverOptions,
} from './server-options.js';
import type { SimHostOptions } from './sim-host-options.js';

/** A running simulated host. */
export interface RunningSimHost {
  readonly engine: Engine;
  readonly service: RemoteControlService;
  /** The commands of the control channel, which also work without it. */
  readonly commands: CommandTable;
  /** Path of the scene file as it was given; `scene object` for a scene without a file. */
  readonly scene: string;
  /** Absolute path of the project folder; undefined if none is given or writable. */
  readonly project: string | undefined;
  /** Base URL of the service. */
  readonly url: string;
  /** Base URLs for other machines, the likeliest first; empty if only this machine can connect. */
  readonly addresses: readonly string[];
  /** Base URL of the control channel; undefined if there is none. */
  readonly controlUrl: string | undefined;
  /** Token of the control channel, which has one if the service has a token or pairs devices; new for each start. */
  readonly controlToken: string | undefined;
  /** True if other machines can connect without a token. */
  readonly isOpenToAll: boolean;
  /** Resolves when the application was asked to quit and no gate refused. */
  readonly quitting: Promise<void>;
  /** Reads the scene again and replaces the running one; a scene with errors changes nothing. */
  reload(): Promise<SceneReload>;
  /** Absolute paths of the scene file and its modules; empty for a scene without a file. */
  readonly sceneFiles: () => readonly string[];
  /** Ends streams, servers and frames. A second call does nothing. */
  stop(): Promise<void>;
}

/**
 * Checks a scene and runs it.
 * @throws SceneFileError, ProjectFolderError, ListenError; nothing is left running then
 */
export async function startSimHost(options: SimHostOptions): Promise<RunningSimHost> {
  return runScene(await loadScene(options.scene, { freshModules: options.watch === true }), options);
}

/**
 * Runs a checked scene: engine, service, scene and control channel, in this order.
 * @throws ProjectFolderError, ListenError; nothing is left running then
 */
export async function runScene(document: SceneDocument, options: SimHostOptions): Promise<RunningSimHost> {
  let present = document;
  const engine = createEngine(document, options);
  const network = new NetworkConditions(seedOf(document, options));
  const idleThrottle = new IdleThrottle(
    engine.clock,
    () => service.subscribers,
    () => options.mayRest === true && options.nats === undefined && present.modules.size === 0,
  );
  engine.pace = idleThrottle.pace;
  const server = serverOptions(document, options, (onRequest) =>
    idleThrottle.intercept(takesCommands(options) ? simulateNetwork(network, onRequest) : onRequest),
  );
  const project = await openProject(document, options, (message) => engine.log.write('Warning', message));
  const spawner = new SceneSpawner(engine);
  const service = new RemoteControlService({
    host: createSimHost(engine, spawner),
    http: server,
    panel: options.panel ?? true,
    ...(project !== undefined && {
      project: { folder: project, switchSceneOnLoad: document.project?.switchSceneOnLoad ?? true },
    }),
    ...presentation(document),
  });
  const runtime = new SceneRuntime(document, engine, service);
  /** Applies the parts of a document other than its objects. */
  const apply = (replacement: SceneDocument) => {
    present = replacement;
    spawner.connect(runtime.builder, replacement);
    engine.dialogs.scripted = saveAsAnswer(replacement);
  };
  apply(document);
  const { language } = document.application;
  if (language !== undefined) service.localization.set(language);
  runtime.start();
  engine.dialogs.canShow = takesCommands(options);
  const commands = new CommandTable({
    engine,
    service,
    builder: runtime.builder,
    reset: () => resetHost(engine, service, runtime, present),
    network,
  });
  const controlToken =
    options.control !== undefined && isProtected(server) ? randomBytes(24).toString('base64url') : undefined;
  const control =
    options.control === undefined
      ? undefined
      : new ControlChannel(commands, engine.log, {
          port: options.control,
          engine: loadIntercepted(options, (onRequest) => idleThrottle.intercept(onRequest)),
          token: controlToken,
        });
  const reloader = new SceneReloader(
    document,
    typeof options.scene === 'string' ? options.scene : undefined,
    {
      engine,
      service,
      runtime,
      apply: (replacement) => {
        apply(replacement);
        service.present(presentation(replacement));
      },
    },
  );
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
    return {
      engine,
      service,
      commands,
      scene: sceneName(options.scene),
      project,
      url,
      addresses: externalUrls(server, url, port),
      controlUrl,
      controlToken,
      isOpenToAll: !isProtected(server) && !isLocal(server),
      quitting,
      reload: () => reloader.reload(),
      sceneFiles: () => reloader.files,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
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

/** Returns the options that decide how remote apps and prompts present the application. */
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

/** Returns the scripted answer to Save As dialogs, if the scene file has one. */
function saveAsAnswer({ project }: SceneDocument): ScriptedAnswer {
  const saveAs = project?.saveAs;
  return ({ kind }) => {
    if (kind !== 'saveAs' || saveAs === undefined) return undefined;
    const answer = saveAs === null ? { choice: 'cancel' as const } : { choice: 'yes' as const, path: saveAs };
    return { answer, afterMs: 0 };
  };
}
