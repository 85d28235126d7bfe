import { join } from 'node:path';
import { AssetRegistry } from './assets/asset-registry.js';
import { Guards } from './authorization/guards.js';
import { type ApplicationCode, reportTo } from './common/application-code.js';
import type { ExposedError } from './common/exposed-error.js';
import { platform } from './common/platform.js';
import { EventStream } from './events/event-stream.js';
import { diskFiles } from './files/disk/disk-files.js';
import { LiveSceneSaveSystem } from './files/live-scene-save-system.js';
import { Presets } from './files/preset-files.js';
import { ProjectFolder } from './files/project/project-folder.js';
import { SaveOrPrompt } from './files/save-or-prompt.js';
import { shippedPanel } from './handlers/panel.js';
import type { UiOptions } from './handlers/ui.js';
import type { Host } from './host.js';
import { isKnownError } from './http/errors.js';
import { HttpServer } from './http/server.js';
import { Localization } from './localization/localization.js';
import { ExposedModel } from './model/model.js';
import { ModelEvents } from './model/model-events.js';
import { RemoteErrorNotifier } from './notifications/error-notifier.js';
import { Notifications } from './notifications/notifications.js';
import { RemoteConfirmSystem } from './prompts/confirm-system.js';
import { PlayModeStop } from './quit/play-mode-stop.js';
import { QuitController, type UnsavedChanges } from './quit/quit-controller.js';
import type { ServiceOptions } from './service-options.js';
import type { Translate } from './types/descriptors.js';

/** The port that remote apps expect. */
export const defaultPort = 9095;

/** The parts of a service. */
export interface ServiceParts extends Saving {
  readonly host: Host;
  readonly stream: EventStream;
  readonly assets: AssetRegistry;
  readonly model: ExposedModel;
  readonly modelEvents: ModelEvents;
  readonly notifications: Notifications;
  readonly errorNotifier: RemoteErrorNotifier;
  readonly prompts: RemoteConfirmSystem;
  readonly localization: Localization;
  readonly changes: UnsavedChanges;
  readonly quit: QuitController;
  readonly playMode: PlayModeStop;
  readonly server: HttpServer;
  /** Checks what callers with restricted access may read and write. */
  readonly guards: Guards;
  /** Logs the cause of a 500 and its location. */
  readonly report: (error: unknown, where: string) => void;
  /** Folder of the web panel; undefined if none is served. */
  readonly panel?: string;
  /** Title and side menu of remote apps; replaceable. */
  ui: UiOptions;
}

/** The parts that save to files; empty for an application without a project folder. */
interface Saving {
  readonly live?: LiveSceneSaveSystem;
  readonly presets?: Presets;
  readonly saveOrPrompt?: SaveOrPrompt;
}

/**
 * Creates and connects the parts of one service.
 * @throws EngineError if `http.engine` does not work here
 */
export function wireService(options: ServiceOptions): ServiceParts {
  const { host } = options;
  const now = platform.now;
  const code = reportTo(host.log);
  const report = reportFailure(code);
  const stream = new EventStream(host, host.ids.session(), { maxSubscribers: options.maxSubscribers, now });
  const localization = new Localization(code, options);
  const { translate } = localization;
  localization.onChanged(() => {
    // Descriptors are cached in one language.
    model.objects.touch();
    stream.emit('types_update', '');
  });
  const assets = new AssetRegistry(host.assets);
  const modelEvents = new ModelEvents(stream, options.http?.authorize !== undefined);
  const model = new ExposedModel(host, assets, translate, modelEvents);
  modelEvents.connect(model);
  const notifications = new Notifications(stream);
  const prompts = new RemoteConfirmSystem(host, stream, translate);
  const saving = wireSaving(options, model, notifications, translate);
  const changes = unsavedChanges(saving);
  return {
    ...saving,
    host,
    stream,
    assets,
    model,
    modelEvents,
    notifications,
    errorNotifier: new RemoteErrorNotifier(host, notifications),
    prompts,
    localization,
    changes,
    quit: new QuitController(host, prompts, changes, options.autoSaveOnQuit ?? false),
    playMode: new PlayModeStop(host, changes, translate),
    server: new HttpServer(
      [],
      { port: defaultPort, ...options.http },
      {
        now,
        hostNow: () => host.clock.now(),
        onException: report,
        onWarning: (message) => host.log.write('Warning', message),
        signingKeyFile: signingKeyFile(options),
      },
    ),
    guards: new Guards(model, (error) => report(error, 'authorize')),
    report,
    ...(options.panel && { panel: options.panel === true ? shippedPanel : options.panel }),
    ui: options.ui ?? {},
  };
}

/**
 * Returns the path of the signing key; undefined unless the project is on the disk, because other stores may not
 * protect a secret.
 */
function signingKeyFile({ project }: ServiceOptions): string | undefined {
  return project === undefined || project.files !== undefined
    ? undefined
    : join(project.folder, 'pairing.key');
}

/** Attaches the parts to the host after `detachParts`; they are attached initially. */
export function attachParts({ model, live, errorNotifier }: ServiceParts): void {
  model.attach();
  live?.attach();
  errorNotifier.start();
}

/** Detaches the parts, so that the host and the objects no longer refer to the service. */
export function detachParts({ model, live, errorNotifier }: ServiceParts): void {
  errorNotifier.stop();
  live?.detach();
  model.detach();
}

function wireSaving(
  { host, project: options }: ServiceOptions,
  model: ExposedModel,
  notifications: Notifications,
  translate: Translate,
): Saving {
  if (options === undefined) return {};
  const project = new ProjectFolder(options.folder, options.files ?? diskFiles, host.log);
  const live = new LiveSceneSaveSystem(model, host, project, notifications, translate, options);
  return {
    live,
    presets: new Presets(model, host.application, project, host.log),
    saveOrPrompt: new SaveOrPrompt(host, live, translate),
  };
}

/** Without a project there is nothing to save to, so nothing counts as unsaved. */
function unsavedChanges({ live, saveOrPrompt }: Saving): UnsavedChanges {
  return {
    get hasUnsavedChanges() {
      return live?.hasUnsavedChanges ?? false;
    },
    get canSaveSilently() {
      return live?.currentPath !== undefined;
    },
    trySaveOrPrompt: () => saveOrPrompt?.trySaveOrPrompt() ?? Promise.resolve(false),
  };
}

/** Returns a function that logs the application error behind a 500, and its location. */
function reportFailure(code: ApplicationCode): ServiceParts['report'] {
  return (error, where) => {
    if (!isKnownError(error)) return code.report(where, error);
    // Its member has logged the error already, once until the getter works again.
    if (error.code === 'get-failed') return;
    code.report((error as ExposedError).where ?? where, 'cause' in error ? error.cause : error);
  };
}
