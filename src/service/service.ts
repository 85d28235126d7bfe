import type { ValueOf, ValueTypeName } from '../wire/value-types.js';
import { blamingCaller } from './classes/caller.js';
import { checkFunction, checkNames } from './common/check-options.js';
import { ExposedError } from './common/exposed-error.js';
import { importModule } from './common/import-module.js';
import { type Json, type JsonObject, jsonOfApplication } from './common/json.js';
import { moduleUrl, type UrlLike } from './common/module-url.js';
import { didYouMean } from './common/nearest-name.js';
import { endsWithin } from './common/time-limit.js';
import { defaultRoutes } from './default-routes.js';
import type { EventEmitter } from './events/event-emitter.js';
import type { LiveSceneSaveSystem } from './files/live-scene-save-system.js';
import type { Presets } from './files/preset-files.js';
import type { Unsubscribe } from './host.js';
import type { Handler } from './http/api.js';
import { requireValidRoute } from './http/router.js';
import type { Pairing } from './http/security/pairing.js';
import type { EngineInfo } from './http/server-options.js';
import { Lifecycle } from './lifecycle.js';
import type { Localization } from './localization/localization.js';
import { buildInvokeArguments } from './members/invoke.js';
import type { ChangeOrigin } from './members/writer.js';
import type { ExposedModel } from './model/model.js';
import {
  checkCall,
  checkHandle,
  checkPlace,
  ExposedProperty,
  resolved,
  tryGetValue,
  trySetValue,
} from './model/property.js';
import { ReplacedObjects } from './model/replaced-objects.js';
import type { OrAnyText, PropertyPath, PropertyValue } from './model/typed-paths.js';
import { type NatsOptions, natsNames } from './nats/nats-options.js';
import { Publishing } from './nats-publishing.js';
import type { RemoteErrorNotifier } from './notifications/error-notifier.js';
import type { Notifications } from './notifications/notifications.js';
import type { ExposedObjectHandle } from './objects/handle.js';
import { MemberRef } from './objects/member-ref.js';
import type { ExposedObjectRegistry } from './objects/object-registry.js';
import type { RemoteConfirmSystem } from './prompts/confirm-system.js';
import type { PlayModeStop } from './quit/play-mode-stop.js';
import type { QuitController } from './quit/quit-controller.js';
import { checkServiceOptions, type ServiceOptions } from './service-options.js';
import type { ClassTable } from './types/class-table.js';
import { checkMembers } from './types/graph/check-members.js';
import { assignImmediately } from './types/plan.js';
import { attachParts, detachParts, type ServiceParts, wireService } from './wiring.js';

const presentNames = { languages: true, translations: true, ui: true, autoSaveOnQuit: true };

/** Maximum milliseconds that `stop` waits for a save in progress. */
const saveTimeoutMs = 5000;

/**
 * A remote-control service: exposes an application's objects over REST and an event stream. Several may run in one
 * process; they share nothing (SVC-5).
 */
export class RemoteControlService {
  /** @internal */
  readonly model: ExposedModel;
  readonly events: EventEmitter;
  readonly notifications: Notifications;
  readonly errorNotifier: RemoteErrorNotifier;
  readonly prompts: RemoteConfirmSystem;
  readonly localization: Localization;
  readonly quit: QuitController;
  /** Stops play mode in the editor, and asks about unsaved changes in a local dialog (QUT-7). */
  readonly playMode: PlayModeStop;
  /** Saves and loads live scenes and settings; undefined for an application without a project folder. */
  readonly live: LiveSceneSaveSystem | undefined;
  readonly presets: Presets | undefined;
  readonly #parts: ServiceParts;
  readonly #lifecycle = new Lifecycle(
    () => this.#begin(),
    () => this.#end(),
  );
  #running: Unsubscribe[] = [];
  readonly #publishing: Publishing;

  /** @throws Error that names an invalid option; EngineError if `http.engine` does not work here */
  constructor(options: ServiceOptions) {
    blamingCaller(RemoteControlService, () => checkServiceOptions(options));
    const parts = wireService(options);
    this.#parts = parts;
    this.#publishing = new Publishing(parts);
    this.model = parts.model;
    this.events = parts.stream;
    this.notifications = parts.notifications;
    this.errorNotifier = parts.errorNotifier;
    this.prompts = parts.prompts;
    this.localization = parts.localization;
    this.quit = parts.quit;
    this.playMode = parts.playMode;
    this.live = parts.live;
    this.presets = parts.presets;
    this.addHandler({ routes: defaultRoutes(parts) });
  }

  /** The exposed classes and enums, including decorated ones. */
  get classes(): ClassTable {
    return this.model.classes;
  }

  /** The exposed objects. */
  get objects(): ExposedObjectRegistry {
    return this.model.objects;
  }

  /** Number of open event streams. */
  get subscribers(): number {
    return this.#parts.stream.subscriberCount;
  }

  /** Flush interval in milliseconds, longer while sending is slow; 0 if events are sent with every frame. */
  get flushInterval(): number {
    return this.#parts.stream.flushInterval;
  }

  /** The server's instanceId, new for every start. */
  get instanceId(): string {
    return this.#parts.stream.epoch;
  }

  /** Provides the code that devices exchange for a token; undefined without the option `http.pairing`. */
  get pairing(): Pairing | undefined {
    return this.#parts.server.pairing;
  }

  /** The HTTP engine in use. */
  get httpEngine(): EngineInfo {
    return this.#parts.server.engine;
  }

  /** All routes, for a description of the API. */
  get routes(): readonly { readonly method: string; readonly path: string }[] {
    return [...this.#parts.server.router.all()].map(({ method, path }) => ({ method, path }));
  }

  /** Adds routes of the application, at any time. @throws Error if a route is invalid or exists already */
  addHandler(handler: Handler): void {
    blamingCaller(this.addHandler, () => {
      if (!Array.isArray(handler?.routes))
        throw new Error(
          "addHandler: expected { routes: [{ method: 'GET', path: '/studio/lamps', handle }] }",
        );
      for (const route of handler.routes) requireValidRoute(route);
      for (const route of handler.routes) this.#parts.server.router.add(route);
    });
  }

  /**
   * Starts to listen, and to send events at the end of each frame. After `stop` it can start again, with a new
   * instanceId, by which apps that reconnect notice that they missed events.
   * @throws Error if it runs already, or if the port is taken; then nothing is left running, and it may be tried again
   */
  start(): Promise<{ url: string; port: number }> {
    return this.#lifecycle.start();
  }

  /**
   * Ends the streams, stops listening, cancels pending prompts and waits up to five seconds for a save in progress. It
   * also detaches from the host and the objects, even if it was never started, so that an unused service can be garbage
   * collected. Objects stay registered and can be read and written. Changes by the application and the engine are
   * noticed again after `start`.
   */
  stop(): Promise<void> {
    if (!this.#lifecycle.isStarted) detachParts(this.#parts);
    return this.#lifecycle.stop();
  }

  /**
   * Publishes the service over NATS for `sim-host relay`, now and after each start. Every event is published once for
   * all relays, and requests are answered. It needs no open port and never waits for NATS.
   * @throws NatsError if an option is invalid or the NATS packages are not installed
   */
  async publish(options: NatsOptions): Promise<void> {
    blamingCaller(this.publish, () =>
      checkNames('publish', options, natsNames, "{ servers: 'nats://127.0.0.1:4222' }"),
    );
    await this.#publishing.prepare(options);
    if (this.#running.length > 0) await this.#publishing.begin();
  }

  /**
   * Imports a module and registers the classes that it declares. Clients receive `types_update` (OBJ-10).
   * @param module its URL or path; one that begins with `./` or `../` is relative to `base`
   * @param base `import.meta.url` of the calling module
   * @throws Error for a relative path without `base`, and what the import throws
   */
  async loadModule(module: UrlLike, base?: UrlLike): Promise<unknown> {
    const url = blamingCaller(this.loadModule, () => moduleUrl(module, base));
    const imported: unknown = await importModule(url);
    this.model.scanDeclarations();
    return imported;
  }

  /** Registers new declarations now, instead of with the first object of a class or at the end of the frame. */
  scanDeclarations(): void {
    this.model.scanDeclarations();
  }

  /** True if a user has edits that are not saved. */
  get hasUnsavedChanges(): boolean {
    return this.live?.hasUnsavedChanges ?? this.model.dirty.isAnyDirty;
  }

  /** Replaces languages, texts, title and menu, and `autoSaveOnQuit`. An omitted option gets its default. */
  present(options: Pick<ServiceOptions, 'languages' | 'translations' | 'ui' | 'autoSaveOnQuit'>): void {
    blamingCaller(this.present, () =>
      checkNames('present', options, presentNames, "{ languages: ['en', 'de'] }"),
    );
    this.#parts.ui = options.ui ?? {};
    this.quit.autoSave = options.autoSaveOnQuit ?? false;
    this.localization.replace(options);
  }

  /**
   * Runs `rebuild`, which unregisters objects and registers others in their place. An object keeps its id if its class
   * and source key are the same, or its class and name if it has no key. Unsaved edits by users are written again.
   * Clients receive events about added, removed and changed objects.
   */
  async replaceObjects(rebuild: () => void | Promise<void>): Promise<void> {
    blamingCaller(this.replaceObjects, () => checkFunction('replaceObjects', rebuild, '() => loadScene()'));
    const before = new ReplacedObjects(this.model, this.#parts.stream.isRecording);
    before.keepIds();
    try {
      await rebuild();
    } finally {
      for (const problem of before.editAgain()) this.#parts.host.log.write('Warning', problem);
      before.reportDifferences((handle, path, read) =>
        this.#parts.modelEvents.propertyChanged(handle, path, read),
      );
    }
  }

  /**
   * Marks an object clean by moving its user-change baseline to its current values. A delta save still writes all
   * differences from the defaults (DRT-6).
   */
  markClean(handle: ExposedObjectHandle): void {
    blamingCaller(this.markClean, () => checkHandle('markClean', handle));
    this.model.dirty.markClean(handle);
  }

  /** Saves to the open live scene, or asks for a path. Resolves to true if it was saved (OPS-5, OPS-6). */
  trySaveOrPrompt(): Promise<boolean> {
    return this.#parts.changes.trySaveOrPrompt();
  }

  /**
   * Returns a property by its path. For a handle from `register`, TypeScript knows the paths of the class and the types
   * of their values; any other string is accepted too.
   * @throws ExposedError `property-not-found`, or `invalid-request` for a malformed path
   */
  property<T extends object, const Path extends OrAnyText<PropertyPath<T>>>(
    handle: ExposedObjectHandle<T>,
    path: Path,
  ): ExposedProperty<PropertyValue<T, Path>> {
    return blamingCaller(this.property, () => {
      checkPlace('property', handle, path);
      return new ExposedProperty(this.model, resolved(this.model, handle, path));
    });
  }

  /** Returns a value of the given type; undefined if no property has this path and type, or reading fails (VER-3). */
  tryGetValue<T extends ValueTypeName>(
    handle: ExposedObjectHandle,
    path: string,
    type: T,
  ): ValueOf<T> | undefined {
    blamingCaller(this.tryGetValue, () => checkPlace('tryGetValue', handle, path));
    return tryGetValue(this.model, handle, path, type);
  }

  /** Writes a value of the given type. Returns true if it was written (VER-3). */
  trySetValue<T extends ValueTypeName>(
    handle: ExposedObjectHandle,
    path: string,
    type: T,
    value: ValueOf<T>,
  ): boolean {
    blamingCaller(this.trySetValue, () => checkPlace('trySetValue', handle, path));
    return trySetValue(this.model, handle, path, type, value);
  }

  /** Returns a new instance of an exposed class with members set from JSON. @throws ExposedError */
  create(className: string, values: { readonly [member: string]: Json } = {}): object {
    const type = this.model.classes.type(className);
    blamingCaller(this.create, () => checkMembers(type, values as JsonObject, undefined, className));
    const json = { ...(jsonOfApplication(values as JsonObject) as JsonObject), '@type': className };
    return type.read(json, undefined, assignImmediately, className) as object;
  }

  /** Converts JSON to a new value of a type. @throws ExposedError `set-failed` */
  convert(typeName: string, json: Json): unknown {
    const type = this.classes.type(typeName);
    blamingCaller(this.convert, () => checkMembers(type, json, undefined, typeName));
    return this.classes.convert(typeName, jsonOfApplication(json), typeName);
  }

  /**
   * Sets a member of an object that is being built, even a read-only one, without an event.
   * @throws ExposedError if there is no such member or the value cannot be converted
   */
  assignInitial(target: object, className: string, memberName: string, json: Json): void {
    const cls = this.classes.find(className);
    const member = cls?.member(memberName);
    if (member === undefined)
      throw new ExposedError(
        'property-not-found',
        `${className} has no member "${memberName}"${didYouMean(memberName, cls?.members.map(({ name }) => name) ?? [])}`,
      );
    checkMembers(member.type, json, undefined, `${className}.${memberName}`);
    const given = jsonOfApplication(json);
    assignImmediately.assign(
      target,
      member,
      member.type.read(given, member.get(target), assignImmediately, memberName),
    );
  }

  /**
   * Calls an exposed function by path and returns its result as JSON text. Its writes count as `origin`.
   * @throws ExposedError
   */
  invoke(
    handle: ExposedObjectHandle,
    path: string,
    args: readonly Json[] = [],
    origin: ChangeOrigin = 'host',
  ): string | Promise<string> {
    blamingCaller(this.invoke, () => checkCall(handle, path, args));
    const found = this.model.resolver.function(handle, path);
    return this.model.invoke(
      found,
      buildInvokeArguments(found.function, args.map(jsonOfApplication)),
      origin,
    );
  }

  /**
   * Runs `action` on behalf of the user at the host, for example for a button of the application. What it writes,
   * creates and destroys counts as unsaved, like edits of remote apps, until its promise settles if it returns one.
   */
  asUser<T>(action: () => T): T {
    blamingCaller(this.asUser, () => checkFunction('asUser', action, '() => lamp.reset()'));
    return this.model.asUser(action);
  }

  /**
   * Reports that application code changed a member without the service noticing. The object is registered, or inline in
   * a registered one.
   * @throws ExposedError `property-not-found`
   */
  notifyChanged(target: object, memberName: string, origin: ChangeOrigin = 'host'): void {
    const handle = this.objects.byTarget(target);
    if (handle === undefined && this.model.changes.reportInlineMember(target, memberName, origin)) return;
    const member = handle?.class.member(memberName);
    if (handle === undefined)
      throw new ExposedError(
        'property-not-found',
        `${memberName}: the object is neither registered nor in one that is: call service.objects.register(…) first`,
      );
    if (member === undefined) {
      const names = handle.class.members.map(({ name }) => name);
      throw new ExposedError(
        'property-not-found',
        `${handle.class.name} has no member "${memberName}"${didYouMean(memberName, names)}`,
      );
    }
    this.model.writer.noteChanged(new MemberRef(handle, member), origin);
  }

  async #begin(): Promise<{ url: string; port: number }> {
    const { frames } = this.#parts.host;
    attachParts(this.#parts);
    this.model.scanDeclarations();
    const address = await this.#parts.server.listen();
    try {
      const frameEnd = () => {
        this.model.scanLate();
        this.#parts.modelEvents.frameEnd();
      };
      this.#running = [frames.onFrameEnd(frameEnd), this.model.watchInline()];
      if (frames.run !== undefined) this.#running.push(frames.run());
      this.quit.begin();
      await this.#publishing.begin();
    } catch (error) {
      await this.#end();
      throw error;
    }
    return address;
  }

  async #end(): Promise<void> {
    this.prompts.reset();
    await this.#publishing.end();
    detachParts(this.#parts);
    await this.#parts.server.close();
    // A save in progress may finish, because the edits of the session are nowhere else.
    if (this.live !== undefined && !(await endsWithin(saveTimeoutMs, this.live.saved())))
      this.#parts.host.log.write(
        'Warning',
        'The service was stopped before a save was done: the file is as it was',
      );
    this.#parts.stream.end(this.#parts.host.ids.session());
    // Ends last, because the loop of frames may be application code that throws.
    for (const end of this.#running.splice(0)) end();
  }
}
