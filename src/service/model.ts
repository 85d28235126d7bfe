import { Changes } from './access/changes.js';
import { invokeFunction } from './access/invoke.js';
import type { ChangeOrigin } from './access/origin.js';
import { ObjectTexts } from './access/texts/object-text.js';
import { Writer } from './access/writer.js';
import { type ApplicationCode, reportTo } from './application-code.js';
import { declarations } from './classes/declarations.js';
import { unwatchAccessors, watchAccessors, watchOtherAccessors } from './classes/watch.js';
import { wrapperDefinitions } from './classes/wrappers.js';
import type { GameObjectAspect, Host, Unsubscribe } from './host.js';
import type { ModelListener, WriteListener } from './model-listener.js';
import { ModelSink } from './model-sink.js';
import type { ExposedObjectHandle } from './objects/handle.js';
import { MemberRef } from './objects/member-ref.js';
import { ExposedObjectRegistry } from './objects/registry.js';
import { type FunctionPlace, PathResolver } from './objects/resolve.js';
import { ExposedObjectDefaultRegistry } from './state/defaults.js';
import { DirtyTracker } from './state/dirty-tracker.js';
import { SavedState } from './state/saved-state.js';
import { parentMember, type TrackedMember } from './state/tracked-member.js';
import { ClassTable } from './types/class-table.js';
import { Descriptors, type Translate } from './types/descriptors.js';
import type { AssetLookup } from './types/environment.js';
import type { ExposedClass } from './types/exposed-class.js';
import type { ExposedMember } from './types/exposed-member.js';
import { maxExpanded } from './types/graph/file-walk.js';

/** The object model of one service: tables, handles, paths, values and the write path, wired together. */
export class ExposedModel {
  readonly classes: ClassTable;
  readonly objects: ExposedObjectRegistry;
  readonly defaults = new ExposedObjectDefaultRegistry();
  readonly dirty: DirtyTracker;
  /** What files say of each object. */
  readonly saved: SavedState;
  /** Told of all that is written, once files are open. */
  writes: WriteListener | undefined;
  readonly resolver: PathResolver;
  readonly writer: Writer;
  readonly texts: ObjectTexts;
  /** The versions of the declarations that were taken in, and whose problems were logged. */
  #taken = -1;
  #scanned = -1;
  readonly #loggedProblems = new Map<string, string>();
  readonly descriptors: Descriptors;
  /** The border to the application's code. */
  readonly code: ApplicationCode;
  readonly changes: Changes;
  readonly #toldCutShort = new WeakSet<object>();
  readonly #host: Host;
  readonly #listener: ModelListener;
  readonly #sink: ModelSink;
  readonly #parent: TrackedMember;
  readonly #onAccessor = (target: object, member: string, undo: () => void) =>
    this.changes.noteAccessorSet(target, member, undo);
  #attached: Unsubscribe[] = [];

  constructor(host: Host, assets: AssetLookup, translate: Translate, listener: ModelListener) {
    this.#host = host;
    this.#listener = listener;
    this.#sink = new ModelSink(this, listener);
    this.code = reportTo(host.log);
    this.objects = new ExposedObjectRegistry(host.ids, host.objects, this.code);
    this.classes = new ClassTable(this.objects, assets, this.code);
    this.objects.connect(this.classes);
    this.classes.onRelinked((cls, before) => this.#relinked(cls, before));
    this.classes.takeLate = () => this.#takeLate();
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
    // What cannot be used yet may name classes of modules that are still to come: that is told at the start.
    this.#takeDeclarations();
  }

  /**
   * Listens to the host and to accessors. A model is attached from the beginning; one that was detached looks at what has
   * died meanwhile.
   */
  attach(): void {
    if (this.#attached.length > 0) return;
    const { assets, objects } = this.#host;
    this.#attached = [
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

  /** Lets go of the host and of the objects: nothing of them holds the model. */
  detach(): void {
    for (const end of this.#attached.splice(0)) end();
    for (const handle of this.objects) unwatchAccessors(handle.target, this.#onAccessor);
  }

  /** From now on accessors of inline objects are watched too: remote apps may see them. @returns ends it */
  watchInline(): Unsubscribe {
    return watchOtherAccessors(this.#onAccessor);
  }

  /**
   * Takes in what was declared since the last scan and registers static classes (OBJ-10): at the start, after `loadModule`, and at
   * the end of a frame (`scanLate`). A class that cannot be used is left out, and the log says why.
   */
  scanDeclarations(): void {
    this.#scanned = declarations.version;
    this.#takeDeclarations();
    for (const [name, { message }] of this.classes.problems()) this.#logProblem(name, message);
  }

  #logProblem(name: string, message: string): void {
    if (this.#loggedProblems.get(name) === message) return;
    this.#loggedProblems.set(name, message);
    this.#host.log.write('Error', `The class ${name} is left out: ${message}`);
  }

  /** Scans at the end of a frame if something was declared since. */
  scanLate(): void {
    if (this.#scanned === declarations.version) return;
    try {
      this.scanDeclarations();
    } catch (error) {
      this.#host.log.write('Error', (error as Error).message);
    }
  }

  /** Takes in declarations for a caller that needs them now; types that they wait for may still be declared in this frame. */
  #takeLate(): void {
    if (this.#taken === declarations.version) return;
    try {
      this.#takeDeclarations();
    } catch {
      // The scan at the end of the frame logs it.
    }
  }

  #takeDeclarations(): void {
    this.#taken = declarations.version;
    this.classes.retry();
    this.classes.take(declarations);
    for (const definition of declarations.classes) {
      const { kind, name, constructorFunction } = definition;
      if (kind !== 'static' || this.classes.find(name)?.definition !== definition) continue;
      const present = this.objects.bySourceKey(name);
      // A class that is declared anew is another object.
      if (present !== undefined && present.target !== constructorFunction) this.objects.unregister(present);
      try {
        this.objects.register(constructorFunction, { className: name, sourceKey: name });
      } catch (error) {
        this.#logProblem(name, (error as Error).message);
      }
    }
  }

  /**
   * Calls a function; what it writes counts as `origin`. Answers the JSON text of its result.
   * @throws ExposedError `function-failed` with what the function threw as the cause.
   */
  invoke(found: FunctionPlace, args: unknown[], origin: ChangeOrigin): string | Promise<string> {
    const { parent } = found.place;
    const isWatched = this.#listener.active || origin === 'remote' || origin === 'user';
    const call = () => this.changes.callers.run(origin, () => invokeFunction(found, args));
    const result = isWatched ? this.changes.observing(origin, call) : call();
    if (parent?.isShared) this.objects.touch();
    if (!(result instanceof Promise) || !isWatched) return result;
    return this.changes.awaiting(result, origin);
  }

  /** Runs code of the application on behalf of the user at the host; where it gives a promise, until that has settled. */
  asUser<T>(action: () => T): T {
    const result = this.changes.observing('user', () => this.changes.callers.run('user', action));
    return result instanceof Promise ? (this.changes.awaiting(result, 'user') as T) : result;
  }

  /** Says once in the log that an object holds too much to be saved whole (DEP-13). */
  tellCutShort(target: object): void {
    if (this.#toldCutShort.has(target)) return;
    this.#toldCutShort.add(target);
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

  /** Moves with every change that shows in any object; what was kept of several objects is compared with it. */
  get stamp(): string {
    return `${this.#sink.changes}/${this.objects.version}`;
  }

  /** Moves a game object; the caller has checked for cycles. */
  setParent(gameObject: object, parent: object | undefined, origin: ChangeOrigin): void {
    this.#host.objects.setParent(gameObject, parent);
    this.#reparented(gameObject, origin);
  }

  #reparented(gameObject: object, origin: ChangeOrigin): void {
    this.objects.touch();
    // A file holds the parent once, with the object that stands for the game object.
    const standing = this.objects.ofGameObject(gameObject);
    if (standing !== undefined) {
      this.dirty.noteChanged(standing, this.#parent, origin);
      this.saved.noteChanged(standing, this.#parent, origin);
      this.writes?.moved(standing, origin);
    }
    for (const handle of this.objects.onGameObject(gameObject)) this.#listener.reparented(handle);
  }

  /** True when `gameObject` is `below` or stands above it: a move there would be a cycle. */
  isAbove(gameObject: object, below: object | undefined): boolean {
    for (let each = below; each !== undefined; each = this.parentOf(each))
      if (each === gameObject) return true;
    return false;
  }

  /** The parent of an object's game object; undefined at the root. */
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

  /** An engine object has died: what shows it inline shows null from now on. */
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

  /** What the service stores has no accessors: of a large scene there is nothing to watch. */
  #watch({ target, class: cls }: ExposedObjectHandle): void {
    if (!cls.members.every(({ backing }) => backing === 'owned')) watchAccessors(target, this.#onAccessor);
  }

  /** A class was defined anew: what is known of its objects by the index of a member goes with the member's name. */
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

  /** Captures an object and the engine objects that are inline in its wrapper. */
  #captureDefaults(handle: ExposedObjectHandle): void {
    this.defaults.ensureCaptured(handle);
    if (handle.class.definition.kind !== 'gameObject') return;
    for (const component of this.objects.exposedComponents(handle.target)) {
      const cls = this.objects.classOf(component);
      if (cls !== undefined) this.defaults.ensureCaptured({ target: component, class: cls });
    }
  }

  /** Takes an object's present values as its defaults: after a scene author's values and references were set. */
  recaptureDefaults(handle: ExposedObjectHandle): void {
    this.defaults.recapture(handle);
    // Texts say whether a value differs from its default.
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
