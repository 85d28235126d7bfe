import { buildInvokeArguments, findFunction } from './access/invoke.js';
import { WritePlan } from './access/write-plan.js';
import type { ChangeOrigin } from './access/writer.js';
import { AssetRegistry } from './assets/registry.js';
import type { EventEmitter } from './events/api.js';
import { EventStream } from './events/event-stream.js';
import { exceptionText } from './exception-text.js';
import { ExposedError } from './exposed-error.js';
import { AssetHandler } from './handlers/asset.js';
import { BatchHandler } from './handlers/batch.js';
import { CommandsHandler } from './handlers/commands.js';
import { ConfirmHandler } from './handlers/confirm.js';
import { FilesHandler } from './handlers/files.js';
import { FunctionsHandler } from './handlers/functions.js';
import { ImageHandler } from './handlers/image.js';
import { LanguageHandler } from './handlers/language.js';
import { ObjectsHandler } from './handlers/objects.js';
import { OpenApiHandler } from './handlers/openapi.js';
import { OrphansHandler } from './handlers/orphans.js';
import { StatusHandler } from './handlers/status.js';
import { StreamHandler } from './handlers/stream.js';
import { TypesHandler } from './handlers/types.js';
import { UiHandler, type UiOptions } from './handlers/ui.js';
import { WelcomeHandler } from './handlers/welcome.js';
import type { Host, Unsubscribe } from './host.js';
import type { Handler } from './http/api.js';
import { type EngineInfo, HttpServer } from './http/server.js';
import type { Json } from './json.js';
import { Lifecycle } from './lifecycle.js';
import { Localization } from './localization/localization.js';
import { ExposedModel } from './model.js';
import { moduleUrl } from './module-url.js';
import { RemoteErrorNotifier } from './notifications/error-notifier.js';
import { Notifications } from './notifications/notifications.js';
import type { ExposedObjectHandle } from './objects/handle.js';
import { MemberRef, type PropertyRef } from './objects/property-ref.js';
import type { ExposedObjectRegistry } from './objects/registry.js';
import { ObjectsBefore } from './objects-before.js';
import { diskFiles } from './persistence/files.js';
import { LiveSceneSaveSystem } from './persistence/live-scene.js';
import { Presets } from './persistence/presets.js';
import { ProjectFolder } from './persistence/project-folder.js';
import { SaveOrPrompt } from './persistence/save-or-prompt.js';
import { RemoteConfirmSystem } from './prompts/confirm-system.js';
import { type CheckedTypes, ExposedProperty, tryGetValue, trySetValue } from './property.js';
import { PlayModeStop } from './quit/play-mode.js';
import { QuitController, type UnsavedChanges } from './quit/quit-controller.js';
import type { Guard } from './rights/guard.js';
import { Guards } from './rights/guards.js';
import { checkServiceOptions, type ServiceOptions } from './service-options.js';
import type { ClassTable } from './types/class-table.js';

/** The port that remote apps look for. */
export const defaultPort = 9095;

/**
 * A remote-control service: exposes an application's objects over REST and an event stream. Several may run in one
 * process; they share nothing (SVC-5).
 */
export class RemoteControlService {
  readonly model: ExposedModel;
  readonly events: EventEmitter;
  readonly notifications: Notifications;
  readonly errorNotifier: RemoteErrorNotifier;
  readonly prompts: RemoteConfirmSystem;
  readonly localization: Localization;
  readonly quit: QuitController;
  /** The editor's own way to end (QUT-7). */
  readonly playMode: PlayModeStop;
  /** Live scenes and the live project; undefined for an application without a project folder. */
  readonly live: LiveSceneSaveSystem | undefined;
  readonly presets: Presets | undefined;
  readonly #saveOrPrompt: SaveOrPrompt | undefined;
  #ui: UiOptions;
  readonly #host: Host;
  readonly #stream: EventStream;
  readonly #assets: AssetRegistry;
  readonly #server: HttpServer;
  readonly #lifecycle = new Lifecycle(
    () => this.#begin(),
    () => this.#end(),
  );
  readonly #isAuthorized: boolean;
  readonly #sendFrame: () => void;
  #running: Unsubscribe[] = [];

  /** @throws Error for options that are wrong, which it names; EngineError when `http.engine` does not work here. */
  constructor(options: ServiceOptions) {
    checkServiceOptions(options);
    const { host } = options;
    this.#host = host;
    this.#isAuthorized = options.http?.authorize !== undefined;
    const now = () => performance.now();
    this.#stream = new EventStream(host, host.ids.session(), { maxSubscribers: options.maxSubscribers, now });
    this.events = this.#stream;
    this.localization = new Localization(options);
    const { translate } = this.localization;
    this.#assets = new AssetRegistry(host.assets);
    this.model = new ExposedModel(host, this.#assets, translate, this.#modelListener());
    this.notifications = new Notifications(this.events);
    this.errorNotifier = new RemoteErrorNotifier(host, this.notifications);
    this.prompts = new RemoteConfirmSystem(host, this.#stream, translate);
    if (options.project !== undefined) {
      const project = new ProjectFolder(options.project.folder, options.project.files ?? diskFiles);
      this.live = new LiveSceneSaveSystem(
        this.model,
        host,
        project,
        this.notifications,
        translate,
        options.project,
      );
      this.presets = new Presets(this.model, host.application, project);
      this.#saveOrPrompt = new SaveOrPrompt(host, this.live, translate);
    }
    const changes = this.#unsavedChanges();
    this.quit = new QuitController(host, this.prompts, changes, options.autoSaveOnQuit ?? false);
    this.playMode = new PlayModeStop(host, changes, translate);
    this.localization.onChanged(() => this.events.emit('types_update', ''));
    this.#ui = options.ui ?? {};
    this.#sendFrame = this.#frameSender();
    this.#server = new HttpServer(
      [],
      { port: defaultPort, ...options.http },
      { now, onException: logTo(host), onWarning: (message) => host.log.write('Warning', message) },
    );
    for (const handler of this.#defaultHandlers()) this.addHandler(handler);
  }

  /** Classes and enums; decorated ones are in it already. */
  get classes(): ClassTable {
    return this.model.classes;
  }

  /** The exposed objects. */
  get objects(): ExposedObjectRegistry {
    return this.model.objects;
  }

  /** Open event streams. */
  get subscribers(): number {
    return this.#stream.subscribers;
  }

  /** Milliseconds for which events are gathered because sending them takes long; 0 while each frame's go out at once. */
  get flushInterval(): number {
    return this.#stream.flushInterval;
  }

  /** The server's instanceId, new for every start. */
  get instanceId(): string {
    return this.#stream.epoch;
  }

  /** Which HTTP engine serves. */
  get httpEngine(): EngineInfo {
    return this.#server.engine;
  }

  /** What it answers, for the description of the API. */
  get routes(): readonly { readonly method: string; readonly path: string }[] {
    return [...this.#server.router.all()].map(({ method, path }) => ({ method, path }));
  }

  /** Adds a route family of the application's own; before `start`. @throws Error when a route exists already. */
  addHandler(handler: Handler): void {
    for (const route of handler.routes) this.#server.router.add(route);
  }

  /**
   * Starts to listen, and to send at the ends of the host's frames. After `stop` it starts anew: with another instanceId,
   * so that apps that come back know that they have missed something.
   * @throws Error when the port is taken (nothing is left running, and it may be tried again), or when it runs already.
   */
  start(): Promise<{ url: string; port: number }> {
    return this.#lifecycle.start();
  }

  /** Ends the streams, stops listening and lets the process end; does nothing when the service does not run. */
  stop(): Promise<void> {
    return this.#lifecycle.stop();
  }

  /**
   * Imports a module and takes in the classes that it declares; `types_update` tells the apps (OBJ-10).
   * @param module its URL, best `new URL('./more.js', import.meta.url)`, or a path, `./` being the working folder
   */
  async loadModule(module: string | { readonly href: string }): Promise<unknown> {
    const imported: unknown = await import(moduleUrl(module));
    this.model.scanDeclarations();
    return imported;
  }

  /** True when a user's edits would be lost now. */
  get hasUnsavedChanges(): boolean {
    return this.live?.hasUnsavedChanges ?? this.model.dirty.isAnyDirty;
  }

  /** Shows the application otherwise: its languages and texts, its menu, whether it asks before it quits. */
  present(options: Pick<ServiceOptions, 'languages' | 'translations' | 'ui' | 'autoSaveOnQuit'>): void {
    this.#ui = options.ui ?? {};
    this.quit.autoSave = options.autoSaveOnQuit ?? false;
    this.localization.replace(options);
  }

  /**
   * Runs `rebuild`, which takes objects away and registers others in their place. One with the same source key and the
   * same class keeps its id, and so does one without a key that has the same name; what a user has edited and not saved is
   * written again. Apps hear of what is new, what is gone and what differs.
   */
  async replaceObjects(rebuild: () => void | Promise<void>): Promise<void> {
    const before = new ObjectsBefore(this.model, this.#stream.active);
    before.keepIds();
    try {
      await rebuild();
    } finally {
      for (const problem of before.editAgain()) this.#host.log.write('Warning', problem);
      before.tellDifferences((handle, path, read) =>
        this.#stream.propertyChanged(handle, path, () => ifPresent(read)),
      );
    }
  }

  /** Takes an object's present state as saved; a delta save still writes all that differs from its defaults (DRT-6). */
  markClean(handle: ExposedObjectHandle): void {
    this.model.dirty.markClean(handle);
  }

  /** Saves to the open live scene, else asks where to (OPS-5, OPS-6); resolves once it is decided. */
  trySaveOrPrompt(): Promise<boolean> {
    return this.#saveOrPrompt?.trySaveOrPrompt() ?? Promise.resolve(false);
  }

  /** @throws ExposedError `property-not-found`, or `invalid-request` for a malformed path. */
  property(handle: ExposedObjectHandle, path: string): ExposedProperty {
    return new ExposedProperty(this.model, this.model.resolver.property(handle, path));
  }

  /** A value with its type checked; undefined when the property does not exist or is of another type (VER-3). */
  tryGetValue<T extends keyof CheckedTypes>(
    handle: ExposedObjectHandle,
    path: string,
    type: T,
  ): CheckedTypes[T] | undefined {
    return tryGetValue(this.model, handle, path, type);
  }

  /** Writes a value with its type checked; answers whether it was written (VER-3). */
  trySetValue<T extends keyof CheckedTypes>(
    handle: ExposedObjectHandle,
    path: string,
    type: T,
    value: CheckedTypes[T],
  ): boolean {
    return trySetValue(this.model, handle, path, type, value);
  }

  /** A fresh instance of an exposed class with members set from JSON. @throws ExposedError */
  create(className: string, values: { readonly [member: string]: Json } = {}): object {
    const plan = new WritePlan();
    const instance = this.model.classes
      .type(className)
      .read({ ...values, '@type': className }, undefined, plan, className);
    plan.apply(false);
    return instance as object;
  }

  /** A fresh value of a type from JSON. @throws ExposedError `set-failed` */
  convert(typeName: string, json: Json): unknown {
    return this.classes.convert(typeName, json, typeName);
  }

  /**
   * Sets a member of an object that is being built: nobody is told, and read-only members may be set.
   * @throws ExposedError when there is no such member, or the value cannot be converted.
   */
  assignInitial(target: object, className: string, memberName: string, json: Json): void {
    const member = this.classes.find(className)?.member(memberName);
    if (member === undefined)
      throw new ExposedError('property-not-found', `${className} has no member ${memberName}`);
    const plan = new WritePlan();
    plan.assign(target, member, member.type.read(json, member.get(target), plan, memberName));
    plan.apply(false);
  }

  /**
   * Calls an exposed function by path; the result is JSON text. What it writes counts as `origin`.
   * @throws ExposedError
   */
  invoke(
    handle: ExposedObjectHandle,
    path: string,
    args: readonly Json[] = [],
    origin: ChangeOrigin = 'host',
  ): string | Promise<string> {
    const found = findFunction(this.model.resolver, handle, path);
    return this.model.invoke(found, buildInvokeArguments(found.function, args), origin);
  }

  /** Tells that application code changed a member where the service could not see it. @throws ExposedError */
  notifyChanged(target: object, memberName: string, origin: ChangeOrigin = 'host'): void {
    const handle = this.objects.byTarget(target);
    const member = handle?.class.member(memberName);
    if (handle === undefined || member === undefined)
      throw new ExposedError('property-not-found', memberName);
    this.model.writer.noteChanged(new MemberRef(handle, member), origin);
  }

  async #begin(): Promise<{ url: string; port: number }> {
    const { frames } = this.#host;
    this.model.scanDeclarations();
    const address = await this.#server.listen();
    try {
      this.#running = [frames.onFrameEnd(this.#sendFrame)];
      if (frames.run !== undefined) this.#running.push(frames.run());
    } catch (error) {
      await this.#end();
      throw error;
    }
    this.errorNotifier.start();
    this.quit.begin();
    return address;
  }

  async #end(): Promise<void> {
    this.errorNotifier.stop();
    await this.#server.close();
    this.#stream.end(this.#host.ids.session());
    // Last: the loop that is left may be the application's, and fail.
    for (const end of this.#running.splice(0)) end();
  }

  #defaultHandlers(): Handler[] {
    const { model } = this;
    const guards = new Guards(model, logTo(this.#host));
    return [
      new ObjectsHandler(model, guards),
      new FunctionsHandler(model, guards),
      new BatchHandler((...item) => this.#server.dispatch(...item)),
      new TypesHandler(model, guards),
      new ImageHandler((id, path, access) => this.#image(id, path, guards.of(access))),
      new OrphansHandler(this.live, guards),
      new FilesHandler(this.live),
      new AssetHandler(this.#assets),
      new ConfirmHandler(this.prompts, this.#host.clock),
      new CommandsHandler(
        this.quit,
        async () => this.live?.deleteSavedData(),
        this.#host.clock,
        this.localization.translate,
      ),
      new LanguageHandler(this.localization),
      new UiHandler(
        () => this.#ui,
        () => this.#host.application.name,
        this.localization.translate,
      ),
      new StatusHandler(this.#host, this.#stream),
      new StreamHandler(this.#stream, guards),
      new OpenApiHandler(),
      new WelcomeHandler(),
    ];
  }

  #unsavedChanges(): UnsavedChanges {
    const { live } = this;
    // Without a project there is nothing to save to, and so nothing to ask.
    const unsaved = () => live !== undefined && this.hasUnsavedChanges;
    return {
      get hasUnsavedChanges() {
        return unsaved();
      },
      get canSaveSilently() {
        return live?.currentPath !== undefined;
      },
      trySaveOrPrompt: () => this.trySaveOrPrompt(),
    };
  }

  #image(id: string, path: string, guard: Guard | undefined): Uint8Array | undefined {
    if (guard !== undefined) return this.#imageAt(guard.property(id, path));
    const handle = this.objects.resolve(id);
    if (handle === undefined) throw new ExposedError('object-not-found', id);
    return this.#imageAt(this.model.resolver.property(handle, path, true));
  }

  #imageAt(ref: PropertyRef): Uint8Array | undefined {
    return this.#host.images.png(ref.unit.target, ref.unit.member.name);
  }

  /** What changes in the model goes out as events; without a subscriber nothing is read or built (EVT-2). */
  #modelListener() {
    const stream = this.#stream;
    const texts = () => this.model.texts;
    return {
      get active() {
        return stream.active;
      },
      changed(ref: MemberRef) {
        if (!stream.active) return;
        stream.propertyChanged(ref.handle, ref.path, () => ifPresent(() => texts().propertyMembers(ref)));
      },
      reparented: (handle: ExposedObjectHandle) => {
        if (!stream.active) return;
        stream.propertyChanged(handle, '', () =>
          ifPresent(() => {
            const object = texts().object(handle, Number.POSITIVE_INFINITY);
            return `"value":${object},"id":"${handle.id}","path":"","changed":true`;
          }),
        );
      },
    };
  }

  /** Sends what a frame has brought: registrations and table changes go out together, with its other events. */
  #frameSender(): () => void {
    const stream = this.#stream;
    const added = new Set<ExposedObjectHandle>();
    const removed = new Set<ExposedObjectHandle>();
    let typesChanged = false;
    this.model.objects.observe({
      added: (handle) => void (stream.active && added.add(handle)),
      removed: (handle) => void (stream.active && !added.delete(handle) && removed.add(handle)),
    });
    this.model.classes.onChanged(() => {
      typesChanged = stream.active;
    });
    return () => {
      if (typesChanged) stream.emit('types_update', '');
      typesChanged = false;
      if (added.size + removed.size > 0) {
        // One that was replaced under its id is neither new nor gone.
        const goneIds = new Set(idsOf(removed));
        const replaced = new Set(idsOf(added).filter((id) => goneIds.has(id)));
        for (const set of [added, removed])
          for (const handle of set) if (replaced.has(handle.id)) set.delete(handle);
      }
      if (added.size + removed.size > 0) {
        const addresses = [...added, ...removed].flatMap((handle) => handle.addresses);
        const members = JSON.stringify({ added: idsOf(added), removed: idsOf(removed) }).slice(1, -1);
        // Kept only where not everybody may know of all of them: the events outlive the objects.
        const subjects = this.#isAuthorized ? [...added, ...removed] : undefined;
        stream.emit('exposed_objects_changed', members, { addresses, subjects });
        added.clear();
        removed.clear();
      }
      stream.frameEnd();
    };
  }
}

function idsOf(handles: Iterable<ExposedObjectHandle>): string[] {
  return [...handles].map(({ id }) => id);
}

/** Undefined for what was removed between its change and the end of the frame. */
function ifPresent(read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ExposedError) return undefined;
    throw error;
  }
}

function logTo(host: Host): (error: unknown) => void {
  return (error) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    host.log.write('Exception', exceptionText(cause));
  };
}
