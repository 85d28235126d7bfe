import { unwatchAccessors, watchAccessors, watchOtherAccessors } from '../classes/accessor-watchers.js';
import { declarations } from '../classes/declarations.js';
import { wrapperDefinitions } from '../classes/wrappers.js';
import { type ApplicationCode, reportTo } from '../common/application-code.js';
import type { GameObjectAspect, Host, Unsubscribe } from '../host.js';
import { Changes } from '../members/changes.js';
import { invokeFunction } from '../members/invoke.js';
import type { ChangeOrigin } from '../members/origin.js';
import { ObjectTexts } from '../members/texts/object-texts.js';
import { Writer } from '../members/writer.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { MemberRef } from '../objects/member-ref.js';
import { ExposedObjectRegistry } from '../objects/object-registry.js';
import { PathResolver, type ResolvedFunction } from '../objects/path-resolver.js';
import { ExposedObjectDefaultRegistry } from '../state/defaults.js';
import { DirtyTracker } from '../state/dirty-tracker.js';
import { SavedState } from '../state/saved-state.js';
import { parentMember, type TrackedMember } from '../state/tracked-member.js';
import { ClassTable } from '../types/class-table.js';
import { Descriptors, type Translate } from '../types/descriptors.js';
import type { AssetLookup } from '../types/environment.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { maxExpanded } from '../types/graph/file-json-writer.js';
import type { ModelListener, WriteListener } from './model-listener.js';
import { ModelSink } from './model-sink.js';

/** The object model of one service: connects classes, objects, paths, values and the write path. */
export class ExposedModel {
  readonly classes: ClassTable;
  readonly objects: ExposedObjectRegistry;
  readonly defaults = new ExposedObjectDefaultRegistry();
  readonly dirty: DirtyTracker;
  /** The saved state of each object. */
  readonly saved: SavedState;
  /** Receives all writes once files are open. */
  writes: WriteListener | undefined;
  readonly resolver: PathResolver;
  readonly writer: Writer;
  readonly texts: ObjectTexts;
  /** Versions of the declarations that were registered, and whose problems were logged. */
  #registeredVersion = -1;
  #loggedVersion = -1;
  readonly #loggedProblems = new Map<string, string>();
  readonly descriptors: Descriptors;
  /** Reports errors of application code. */
  readonly code: ApplicationCode;
  readonly changes: Changes;
  readonly #loggedAsCutShort = new WeakSet<object>();
  readonly #loggedAsIgnored = new WeakSet<object>();
  readonly #host: Host;
  readonly #listener: ModelListener;
  readonly #sink: ModelSink;
  readonly #parent: TrackedMember;
  readonly #onAccessor = (target: object, member: string, undo: () => void) =>
    this.changes.noteAccessorSet(target, member, undo);
  #subscriptions: Unsubscribe[] = [];

  constructor(host: Host, assets: AssetLookup, translate: Translate, listener: ModelListener) {
    this.#host = host;
    this.#listener = listener;
    this.#sink = new ModelSink(this, listener);
    this.code = reportTo(host.log);
    this.objects = new ExposedObjectRegistry(host.ids, host.objects, this.code);
    this.classes = new ClassTable(this.objects, assets, this.code);
    this.objects.connect(this.classes);
    this.classes.onRelinked((cls, before) => this.#relinked(cls, before));
    this.classes.takeLate = () => this.#registerLateDeclarations();
    const parent = parentMember((target) => this.parentOfTarget(target));
    this.dirty = new DirtyTracker(
      this.defaults,
      parent,
      (target) => this.objects.fileKey(target) !== undefined,
    );
    this.saved = new SavedState(this.defaults, parent);
    this.#parent = parent;
    this.resolver = new PathResolver(this.classes, this.objects);
    this.texts = new ObjectTexts(this.objects, host.objects, this.defaults);
    this.changes = new Changes(this.#sink, this.objects, this.classes, this.resolver, this.texts.cache);
    this.writer = new Writer(this.changes, () => this.objects.keyedCollectionWritten());
    this.descriptors = new Descriptors(this.classes, this.#selectorSource(), translate);
    for (const wrapper of wrapperDefinitions(host.objects, (target) =>
      this.objects.exposedComponents(target),
    )) {
      this.classes.define(wrapper);
    }
    this.#observeObjects();
    this.attach();
    // Problems are logged only at the start, because a class may refer to classes of modules not loaded yet.
    this.#registerDeclarations();
  }

  /**
   * Listens to the host and to accessors; a new model is attached. After `detach` it also removes objects that were
   * destroyed in the meantime.
   */
  attach(): void {
    if (this.#subscriptions.length > 0) return;
    const { assets, objects } = this.#host;
    this.#subscriptions = [
      assets.onLoaded(() => this.objects.touch()),
      objects.onDestroyed((target) => this.#wasDestroyed(target)),
      objects.onChanged((gameObject, aspect) => this.#gameObjectChanged(gameObject, aspect)),
    ];
    for (const handle of [...this.objects]) {
      if (objects.isDestroyed(handle.target)) this.#wasDestroyed(handle.target);
      else this.#watch(handle);
    }
    this.objects.touch();
  }

  /** Stops listening, so that neither the host nor the objects refer to the model. */
  detach(): void {
    for (const end of this.#subscriptions.splice(0)) end();
    for (const handle of this.objects) unwatchAccessors(handle.target, this.#onAccessor);
  }

  /**
   * Also watches accessors of inline objects, which remote apps may display.
   * @returns a function that ends it
   */
  watchInline(): Unsubscribe {
    return watchOtherAccessors(this.#onAccessor);
  }

  /**
   * Registers new declarations and static classes (OBJ-10): at the start, after `loadModule` and at the end of a frame
   * (`scanLate`). A class with a problem is omitted and logged.
   */
  scanDeclarations(): void {
    this.#loggedVersion = declarations.version;
    this.#registerDeclarations();
    for (const [name, { message }] of this.classes.problems()) this.#logProblem(name, message);
  }

  #logProblem(name: string, message: string): void {
    if (this.#loggedProblems.get(name) === message) return;
    this.#loggedProblems.set(name, message);
    this.#host.log.write('Error', `The class ${name} is left out: ${message}`);
  }

  /** Scans at the end of a frame if something was declared since the last scan. */
  scanLate(): void {
    if (this.#loggedVersion === declarations.version) return;
    try {
      this.scanDeclarations();
    } catch (error) {
      this.#host.log.write('Error', (error as Error).message);
    }
  }

  /**
   * Registers declarations for a caller that needs them now; types they depend on may still be declared in this frame.
   */
  #registerLateDeclarations(): void {
    if (this.#registeredVersion === declarations.version) return;
    try {
      this.#registerDeclarations();
    } catch {
      // The scan at the end of the frame logs it.
    }
  }

  #registerDeclarations(): void {
    this.#registeredVersion = declarations.version;
    this.classes.retry();
    this.classes.take(declarations);
    for (const definition of declarations.classes) {
      const { kind, name, constructorFunction } = definition;
      if (kind !== 'static' || this.classes.find(name)?.definition !== definition) continue;
      const registered = this.objects.bySourceKey(name);
      // A class that was declared again is another object.
      if (registered !== undefined && registered.target !== constructorFunction)
        this.objects.unregister(registered);
      try {
        this.objects.register(constructorFunction, { className: name, sourceKey: name });
      } catch (error) {
        this.#logProblem(name, (error as Error).message);
      }
    }
  }

  /**
   * Calls a function, whose writes count as `origin`, and returns the JSON text of its result.
   * @throws ExposedError `function-failed` with the function's error as its cause
   */
  invoke(found: ResolvedFunction, args: unknown[], origin: ChangeOrigin): string | Promise<string> {
    const { parent } = found.owner;
    const isWatched = this.#listener.isRecording || origin === 'remote' || origin === 'user';
    const call = () => this.changes.callers.run(origin, () => invokeFunction(found, args, this.#logIgnored));
    const result = isWatched ? this.changes.detector.observing(origin, call) : call();
    if (parent?.isShared) this.objects.touch();
    if (!(result instanceof Promise) || !isWatched) return result;
    return this.changes.detector.awaiting(result, origin);
  }

  /** Logs once per function that its result is discarded. */
  readonly #logIgnored = ({ owner, function: { definition } }: ResolvedFunction) => {
    if (this.#loggedAsIgnored.has(definition)) return;
    this.#loggedAsIgnored.add(definition);
    const name = `${owner.class.name}.${definition.name}`;
    this.#host.log.write('Warning', `${name} returned a value, but declares no "returns"`);
  };

  /** Runs application code on behalf of the user at the host, until its promise settles if it returns one. */
  asUser<T>(action: () => T): T {
    const result = this.changes.detector.observing('user', () => this.changes.callers.run('user', action));
    return result instanceof Promise ? (this.changes.detector.awaiting(result, 'user') as T) : result;
  }

  /** Runs `action`, whose changes may be too many for one flush of events. */
  inBulk<T>(action: () => T): T {
    return this.#listener.inBulk === undefined ? action() : this.#listener.inBulk(action);
  }

  /** Logs once per object that it contains too much to be saved completely (DEP-13). */
  tellCutShort(target: object): void {
    if (this.#loggedAsCutShort.has(target)) return;
    this.#loggedAsCutShort.add(target);
    const name = this.objects.byTarget(target)?.name ?? 'an object';
    this.#host.log.write(
      'Warning',
      `${name} expands to more than ${maxExpanded} values: what its entry holds already is not saved again from there on`,
    );
  }

  gameObjectOf(handle: ExposedObjectHandle): object | undefined {
    return this.#host.objects.gameObject(handle.target);
  }

  parentOf(gameObject: object): object | undefined {
    return this.#host.objects.parent(gameObject);
  }

  /** Differs after every visible change of any object; caches over several objects compare it. */
  get stamp(): string {
    return `${this.#sink.changeCount}/${this.objects.version}`;
  }

  /** Moves a game object; the caller has checked for cycles. */
  setParent(gameObject: object, parent: object | undefined, origin: ChangeOrigin): void {
    this.#host.objects.setParent(gameObject, parent);
    this.#reparented(gameObject, origin);
  }

  #reparented(gameObject: object, origin: ChangeOrigin): void {
    this.objects.touch();
    // A file stores the parent once, with the object that represents the game object.
    const representative = this.objects.ofGameObject(gameObject);
    if (representative !== undefined) {
      this.dirty.noteChanged(representative, this.#parent, origin);
      this.saved.noteChanged(representative, this.#parent, origin);
      this.writes?.moved(representative, origin);
    }
    for (const handle of this.objects.onGameObject(gameObject)) this.#listener.reparented(handle);
  }

  /** True if `gameObject` is `below` or one of its ancestors, so that moving it there would be a cycle. */
  isAbove(gameObject: object, below: object | undefined): boolean {
    for (let each = below; each !== undefined; each = this.parentOf(each))
      if (each === gameObject) return true;
    return false;
  }

  /** Returns the parent of an object's game object; undefined at the root. */
  parentOfTarget(target: object): object | undefined {
    const gameObject = this.#host.objects.gameObject(target);
    return gameObject && this.#host.objects.parent(gameObject);
  }

  #observeObjects(): void {
    this.objects.observe({
      added: (handle) => {
        this.#captureDefaults(handle);
        this.defaults.captureParent(handle.target, this.parentOfTarget(handle.target));
        this.#watch(handle);
        this.changes.addUndo(() => this.objects.unregister(handle));
      },
      removed: (handle) => {
        unwatchAccessors(handle.target, this.#onAccessor);
        this.changes.noteUnregistered(handle);
        const remember = this.dirty.forget(handle.target);
        const rememberSaved = this.saved.forget(handle.target);
        this.changes.addUndo(() => {
          if (!this.objects.registerAgain(handle)) return;
          remember();
          rememberSaved();
        });
      },
    });
  }

  /** Removes a destroyed engine object; objects that contain it show null from now on. */
  #wasDestroyed(target: object): void {
    const handle = this.objects.byTarget(target);
    if (handle !== undefined) this.objects.unregister(handle);
    else {
      this.dirty.forget(target);
      this.saved.forget(target);
    }
    this.objects.touch();
  }

  #gameObjectChanged(gameObject: object, aspect: GameObjectAspect): void {
    if (aspect === 'parent') return this.#reparented(gameObject, 'host');
    if (aspect === 'name' || aspect === 'components') this.objects.touch();
    const wrapper = this.objects.byTarget(gameObject);
    if (wrapper && aspect === 'components') this.#captureDefaults(wrapper);
    const member = wrapper?.class.member(aspect);
    if (wrapper && member) this.writer.noteChanged(new MemberRef(wrapper, member), 'host');
  }

  /** Members stored by the service have no accessors, so most objects of a large scene need not be watched. */
  #watch({ target, class: cls }: ExposedObjectHandle): void {
    if (!cls.members.every(({ backing }) => backing === 'owned')) watchAccessors(target, this.#onAccessor);
  }

  /** Adjusts the records by member index after a class was redefined; they follow the member's name. */
  #relinked(cls: ExposedClass, before: readonly ExposedMember[]): void {
    for (const handle of this.objects) if (handle.class === cls) this.#watch(handle);
    const isSame =
      before.length === cls.members.length &&
      before.every(
        ({ name, type }, i) => name === cls.members[i]!.name && type.name === cls.members[i]!.type.name,
      );
    if (isSame) return;
    const targets = new Set<object>();
    for (const { target } of this.objects)
      for (const each of [target, ...this.objects.exposedComponents(target)]) targets.add(each);
    for (const target of targets) this.defaults.relink({ target, class: cls }, before);
    this.dirty.relink(cls, before);
    this.saved.relink(cls, before);
  }

  /** Captures the defaults of an object and of the engine objects inline in its wrapper. */
  #captureDefaults(handle: ExposedObjectHandle): void {
    this.defaults.ensureCaptured(handle);
    if (handle.class.definition.kind !== 'gameObject') return;
    for (const component of this.objects.exposedComponents(handle.target)) {
      const cls = this.objects.classOf(component);
      if (cls !== undefined) this.defaults.ensureCaptured({ target: component, class: cls });
    }
  }

  /** Makes an object's current values its defaults, after a scene author's values and references were set. */
  recaptureDefaults(handle: ExposedObjectHandle): void {
    this.defaults.recapture(handle);
    // Texts contain whether a value differs from its default.
    this.objects.touch();
    this.#captureDefaults(handle);
  }

  #selectorSource() {
    const { objects, classes } = this;
    return {
      *objectsOf(cls: Parameters<typeof classes.concreteSubtypes>[0]) {
        for (const handle of objects) {
          if (handle.class.isA(cls)) yield { id: handle.id, name: handle.name, type: handle.class.name };
        }
      },
      typesOf: (cls: Parameters<typeof classes.concreteSubtypes>[0]) =>
        classes.concreteSubtypes(cls).map((subtype) => subtype.name),
    };
  }
}
