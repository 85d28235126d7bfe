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

/** A save that takes longer than this is not waited for by `stop`. */
const longestSaveMs = 5000;

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
  /** The editor's own way to end (QUT-7). */
  readonly playMode: PlayModeStop;
  /** Live scenes and the live project; undefined for an application without a project folder. */
  readonly live: LiveSceneSaveSystem | undefined;
  readonly presets: Presets | undefined;
  readonly #parts: ServiceParts;
  readonly #lifecycle = new Lifecycle(
    () => this.#begin(),
    () => this.#end(),
  );
  #running: Unsubscribe[] = [];
  readonly #publishing: Publishing;

  /** @throws Error for options that are wrong, which it names; EngineError when `http.engine` does not work here. */
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
    return this.#parts.stream.subscriberCount;
  }

  /** Milliseconds for which events are gathered because sending them takes long; 0 while each frame's go out at once. */
  get flushInterval(): number {
    return this.#parts.stream.flushInterval;
  }

  /** The server's instanceId, new for every start. */
  get instanceId(): string {
    return this.#parts.stream.epoch;
  }

  /** Shows the code that buys a token; undefined without the option `http.pairing`. */
  get pairing(): Pairing | undefined {
    return this.#parts.server.pairing;
  }

  /** Which HTTP engine serves. */
  get httpEngine(): EngineInfo {
    return this.#parts.server.engine;
  }

  /** What it answers, for the description of the API. */
  get routes(): readonly { readonly method: string; readonly path: string }[] {
    return [...this.#parts.server.router.all()].map(({ method, path }) => ({ method, path }));
  }

  /** Adds a family of the application's own routes, at any time. @throws Error if a route exists already */
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
   * Starts to listen, and to send at the ends of the host's frames. After `stop` it starts anew: with another instanceId,
   * so that apps that come back know that they have missed something.
   * @throws Error when the port is taken (nothing is left running, and it may be tried again), or when it runs already.
   */
  start(): Promise<{ url: string; port: number }> {
    return this.#lifecycle.start();
  }

  /**
   * Ends the streams, stops listening and lets go of the host and of the objects, so that nothing holds a service that
   * the application lets go of; also one that was never started. Pending prompts are cancelled; a save that is under
   * way is waited for, for five seconds at most. Its objects stay registered and can be read and written; what the
   * application and the engine change meanwhile, it notices again after `start`.
   */
  stop(): Promise<void> {
    if (!this.#lifecycle.isStarted) detachParts(this.#parts);
    return this.#lifecycle.stop();
  }

  /**
   * Publishes the service over NATS, for `sim-host relay`, from now on and after each start: its events once, however many
   * apps there are at relays, and answers to their requests. The service needs no open port for it, and never waits for NATS.
   * @throws NatsError for options that are wrong, and where the packages of NATS are not installed
   */
  async publish(options: NatsOptions): Promise<void> {
    blamingCaller(this.publish, () =>
      checkNames('publish', options, natsNames, "{ servers: 'nats://127.0.0.1:4222' }"),
    );
    await this.#publishing.prepare(options);
    if (this.#running.length > 0) await this.#publishing.begin();
  }

  /**
   * Imports a module and takes in the classes that it declares; `types_update` tells the apps (OBJ-10).
   * @param module its URL or path; one that begins with `./` or `../` is relative to `base`
   * @param base the module that calls: its `import.meta.url`
   * @throws Error for a relative path without `base`, and what the import throws
   */
  async loadModule(module: UrlLike, base?: UrlLike): Promise<unknown> {
    const url = blamingCaller(this.loadModule, () => moduleUrl(module, base));
    const imported: unknown = await importModule(url);
    this.model.scanDeclarations();
    return imported;
  }

  /** Takes in at once what was declared since; else it is when an object of it is registered, and at the end of the frame. */
  scanDeclarations(): void {
    this.model.scanDeclarations();
  }

  /** True when a user's edits would be lost now. */
  get hasUnsavedChanges(): boolean {
    return this.live?.hasUnsavedChanges ?? this.model.dirty.isAnyDirty;
  }

  /** Shows the application otherwise: its languages and texts, its menu, whether it asks before it quits. */
  present(options: Pick<ServiceOptions, 'languages' | 'translations' | 'ui' | 'autoSaveOnQuit'>): void {
    blamingCaller(this.present, () =>
      checkNames('present', options, presentNames, "{ languages: ['en', 'de'] }"),
    );
    this.#parts.ui = options.ui ?? {};
    this.quit.autoSave = options.autoSaveOnQuit ?? false;
    this.localization.replace(options);
  }

  /**
   * Runs `rebuild`, which takes objects away and registers others in their place. One with the same source key and the
   * same class keeps its id, and so does one without a key that has the same name; what a user has edited and not saved is
   * written again. Apps hear of what is new, what is gone and what differs.
   */
  async replaceObjects(rebuild: () => void | Promise<void>): Promise<void> {
    blamingCaller(this.replaceObjects, () => checkFunction('replaceObjects', rebuild, '() => loadScene()'));
    const before = new ReplacedObjects(this.model, this.#parts.stream.active);
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

  /** Takes an object's present state as saved; a delta save still writes all that differs from its defaults (DRT-6). */
  markClean(handle: ExposedObjectHandle): void {
    blamingCaller(this.markClean, () => checkHandle('markClean', handle));
    this.model.dirty.markClean(handle);
  }

  /** Saves to the open live scene, else asks where to (OPS-5, OPS-6); resolves once it is decided. */
  trySaveOrPrompt(): Promise<boolean> {
    return this.#parts.changes.trySaveOrPrompt();
  }

  /**
   * A property by its path. The handle that `register` answers knows the paths of its class and the types of their values;
   * any other path is a plain string.
   * @throws ExposedError `property-not-found`, or `invalid-request` for a malformed path.
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

  /** A value with its type checked; undefined when there is no such property of that type, or it cannot be read (VER-3). */
  tryGetValue<T extends ValueTypeName>(
    handle: ExposedObjectHandle,
    path: string,
    type: T,
  ): ValueOf<T> | undefined {
    blamingCaller(this.tryGetValue, () => checkPlace('tryGetValue', handle, path));
    return tryGetValue(this.model, handle, path, type);
  }

  /** Writes a value with its type checked; answers whether it was written (VER-3). */
  trySetValue<T extends ValueTypeName>(
    handle: ExposedObjectHandle,
    path: string,
    type: T,
    value: ValueOf<T>,
  ): boolean {
    blamingCaller(this.trySetValue, () => checkPlace('trySetValue', handle, path));
    return trySetValue(this.model, handle, path, type, value);
  }

  /** A fresh instance of an exposed class with members set from JSON. @throws ExposedError */
  create(className: string, values: { readonly [member: string]: Json } = {}): object {
    const type = this.model.classes.type(className);
    blamingCaller(this.create, () => checkMembers(type, values as JsonObject, undefined, className));
    const json = { ...(jsonOfApplication(values as JsonObject) as JsonObject), '@type': className };
    return type.read(json, undefined, assignImmediately, className) as object;
  }

  /** A fresh value of a type from JSON. @throws ExposedError `set-failed` */
  convert(typeName: string, json: Json): unknown {
    const type = this.classes.type(typeName);
    blamingCaller(this.convert, () => checkMembers(type, json, undefined, typeName));
    return this.classes.convert(typeName, jsonOfApplication(json), typeName);
  }

  /**
   * Sets a member of an object that is being built: nobody is told, and read-only members may be set.
   * @throws ExposedError when there is no such member, or the value cannot be converted.
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
   * Calls an exposed function by path; the result is JSON text. What it writes counts as `origin`.
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
   * Runs `action` on behalf of the user at the host, such as what a button of the application does: what it writes,
   * creates and destroys counts as unsaved, as by a remote app; after an `await` too, until its promise has settled.
   */
  asUser<T>(action: () => T): T {
    blamingCaller(this.asUser, () => checkFunction('asUser', action, '() => lamp.reset()'));
    return this.model.asUser(action);
  }

  /**
   * Tells that application code changed a member where the service could not see it: of an exposed object, or of one
   * that is inline in exposed ones.
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
    // A save in progress may end, because nothing else keeps the edits of the session.
    if (this.live !== undefined && !(await endsWithin(longestSaveMs, this.live.saved())))
      this.#parts.host.log.write(
        'Warning',
        'The service was stopped before a save was done: the file is as it was',
      );
    this.#parts.stream.end(this.#parts.host.ids.session());
    // Last: the loop that is left may be the application's, and fail.
    for (const end of this.#running.splice(0)) end();
  }
}
