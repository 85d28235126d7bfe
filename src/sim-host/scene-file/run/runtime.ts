import { dirname, resolve } from 'node:path';
import type {
  ExposedObjectHandle,
  FunctionDefinition,
  Json,
  RemoteControlService,
  Unsubscribe,
} from '../../../service/index.js';
import { ArgumentError } from '../../../service/index.js';
import { formatSingle } from '../../../service/types/values/numbers.js';
import { type Engine, type FrameTime, gameObjectOf, type Scene } from '../../engine/index.js';
import type { FunctionSpec, GameObjectSpec, SceneDocument, TimelineSpec } from '../document.js';
import { milliseconds } from '../document.js';
import { keysOfScene } from '../keys.js';
import { ActionRunner, type ActionScope, type Spawn } from './actions.js';
import { BuiltScenes } from './built-scenes.js';
import { classDefinitions, enumDefinition } from './definitions.js';
import { Drivers } from './drivers.js';
import { toServiceJson } from './initial-values.js';
import { createModuleSelf } from './module-self.js';
import { ObjectBuilder } from './object-builder.js';
import { PlainObjects } from './plain-objects.js';
import { playerOf, Replay, readSession } from './replay.js';
import { SceneRunError, ThrownByScene, thrownByModule } from './run-error.js';

/** A scene file that runs: its classes are exposed, its scenes can be loaded, its drivers and timeline move. */
export class SceneRuntime {
  #document: SceneDocument;
  readonly #engine: Engine;
  readonly #service: RemoteControlService;
  readonly #drivers: Drivers;
  #actions: ActionRunner;
  #built = new BuiltScenes();
  /** The static classes' objects. */
  readonly #statics: object[] = [];
  /** Names of the scenes that are loaded at the start, the active one first. */
  #firstScenes: readonly string[] = [];
  #timeline: readonly Unsubscribe[] = [];
  /** Also for those who script the host; it stays when another document takes this one's place. */
  readonly builder: ObjectBuilder;
  readonly #plainObjects: PlainObjects;
  /** Ends what runs by itself. */
  #running: Unsubscribe[] = [];
  /** When the scene began: its timeline and drivers count from there. */
  #began: Pick<FrameTime, 'frame' | 'time'> = { frame: 0, time: 0 };

  constructor(document: SceneDocument, engine: Engine, service: RemoteControlService) {
    this.#document = document;
    this.#engine = engine;
    this.#service = service;
    this.#drivers = new Drivers(engine.random, (error) => engine.log.exception(error));
    this.builder = new ObjectBuilder(engine, service, document.source, this.#drivers);
    this.#plainObjects = new PlainObjects(service, this.builder.held);
    this.#actions = this.#createActions();
  }

  /** Defines the classes, adds assets and scenes, loads what is active at the start. */
  start(): void {
    this.#begin(initialScenes(this.#document), new Set());
  }

  /**
   * Another document takes the place of this one: everything that stems from the scene goes, and what the document has
   * comes, in the scenes that are loaded now where it has them. The scene's time begins again.
   */
  replace(document: SceneDocument): void {
    const { engine, loaded } = { engine: this.#engine, loaded: this.#loadedScenes() };
    const assets = new Set([...engine.assets.all()].filter((each) => each.loaded).map(({ guid }) => guid));
    this.#end();
    this.#document = document;
    this.builder.held.source = document.source;
    this.#actions = this.#createActions();
    this.#began = { frame: engine.loop.frame, time: engine.loop.time };
    const known = Object.keys(scenesOf(document));
    const kept = loaded.filter((name) => known.includes(name));
    this.#begin(kept.length > 0 ? kept : initialScenes(document), assets);
  }

  #createActions(): ActionRunner {
    const spawn: Spawn = (className, name, key, values) =>
      void this.builder.spawn(className, name, key, values);
    return new ActionRunner(this.#engine, this.#service, this.#document.source, spawn);
  }

  /** The names of the loaded scenes, the active one first. */
  #loadedScenes(): string[] {
    const { active, loaded } = this.#engine.scenes;
    return [active, ...loaded.filter((scene) => scene !== active)].flatMap((scene) => scene?.name ?? []);
  }

  /** @param assets those that have been loaded already */
  #begin(scenes: readonly string[], assets: ReadonlySet<string>): void {
    const { application } = this.#document;
    this.#firstScenes = initialScenes(this.#document);
    this.#defineClasses();
    const appearing = this.#addAssets(assets);
    this.#plainObjects.build(this.#document.objects ?? []);
    this.#addScenes(scenes);
    this.builder.build(appearing);
    this.#plainObjects.fill();
    this.#running.push(this.#whileRunning((time) => this.#drivers.update(time)));
    const { replay } = this.#document;
    if (replay !== undefined) {
      const { events, cutLine } = readSession(resolve(dirname(this.#document.file), replay.file));
      if (cutLine !== undefined)
        this.#engine.log.write(
          'Warning',
          `replay: line ${cutLine} of ${replay.file} was cut; the session ends before it`,
        );
      const played = new Replay(events, replay.speed ?? 1, playerOf(this.#engine, this.#service));
      this.#running.push(this.#whileRunning(({ time }) => played.update(time)));
    }
    this.#startTimeline();
    const gate = application.onQuitRequesting;
    if (gate !== undefined)
      this.#running.push(this.#service.quit.onQuitRequesting(() => this.#mayQuit(gate)));
  }

  #end(): void {
    const { classes = {}, enums = {} } = this.#document;
    const { objects } = this.#service;
    for (const end of [...this.#running.splice(0), ...this.#timeline]) end();
    this.#actions.restart();
    this.#drivers.clear();
    this.#plainObjects.end();
    this.#built = new BuiltScenes();
    for (const gameObject of [...this.#engine.objects.gameObjects()]) gameObject.destroy();
    for (const holder of this.#statics.splice(0)) {
      const handle = objects.byTarget(holder);
      if (handle !== undefined) objects.unregister(handle);
    }
    this.#engine.assets.forgetAll();
    this.#engine.scenes.forgetAll();
    this.#service.classes.undefine([...Object.keys(classes), ...Object.keys(enums)]);
  }

  /** Calls `update` in every frame, with the time since the scene began. */
  #whileRunning(update: (time: FrameTime) => void): Unsubscribe {
    return this.#engine.loop.update.add(({ frame, time }) =>
      update({ frame: frame - this.#began.frame, time: time - this.#began.time }),
    );
  }

  /** The scene's own questions have no consequences any more; to be called before they are cancelled. */
  forgetQuestions(): void {
    this.#actions.restart();
  }

  /**
   * The scene begins again, once time has. Objects that are there keep their ids and go back to their initial values; what
   * was destroyed is built again, what was spawned is gone.
   */
  restart(): void {
    const { scenes, assets, objects } = this.#engine;
    for (const end of this.#timeline) end();
    this.#drivers.clear();
    this.#began = { frame: 0, time: 0 };
    assets.restart();
    this.#built.restart(objects, this.#firstScenes, () => scenes.restart(this.#firstScenes));
    for (const holder of this.#statics) {
      this.builder.copyMembers(Reflect.construct(holder.constructor, []) as object, holder);
    }
    this.#plainObjects.restart((fresh, to) => this.builder.copyMembers(fresh, to));
    this.#service.objects.touch();
    this.#startTimeline();
  }

  #startTimeline(): void {
    this.#timeline = (this.#document.timeline ?? []).map((entry) => this.#schedule(entry));
  }

  #defineClasses(): void {
    const { classes } = this.#service;
    for (const [name, spec] of Object.entries(this.#document.enums ?? {})) {
      const definition = enumDefinition(name, spec);
      if (spec.external) classes.registerExternalEnum(definition, { excludeNames: spec.excludeNames ?? [] });
      else classes.defineEnum(definition);
    }
    const invoke = this.#invoke.bind(this);
    const definitions = classDefinitions(
      this.#document,
      (type, json) => this.builder.initialValue(type, json),
      invoke,
    );
    for (const definition of definitions) classes.define(definition);
    for (const { kind, name, constructorFunction } of definitions) {
      if (kind !== 'static') continue;
      const holder = Reflect.construct(constructorFunction, []) as object;
      this.#service.objects.register(holder, { className: name, sourceKey: name });
      this.#statics.push(holder);
    }
  }

  /** @returns the objects of assets that have been loaded already: they are there at once */
  #addAssets(alreadyLoaded: ReadonlySet<string>): GameObjectSpec[] {
    const appearing: GameObjectSpec[] = [];
    for (const [key, spec] of Object.entries(this.#document.assets ?? {})) {
      const { guid = key, name, type, displayName, loadFrames, object } = spec;
      const asset = this.#engine.assets.add({
        guid,
        ...(spec.guid !== undefined && { key }),
        name,
        type,
        ...(spec.loaded !== undefined && { loaded: spec.loaded }),
        ...(displayName !== undefined && { displayName }),
        ...(loadFrames !== undefined && { loadFrames }),
        ...(object !== undefined && { onLoad: () => void this.builder.build([object]) }),
      });
      if (asset.loaded || !alreadyLoaded.has(guid)) continue;
      asset.loaded = true;
      if (object !== undefined) appearing.push(object);
    }
    return appearing;
  }

  #addScenes([active, ...others]: readonly string[]): void {
    for (const [name, { buildIndex = -1, objects = [] }] of Object.entries(scenesOf(this.#document))) {
      this.#engine.scenes.register({
        name,
        buildIndex,
        check: (replaced) => this.#checkKeys(name, replaced),
        populate: (scene) =>
          this.#built.note(name, this.builder.build(objects, scene, this.#built.again(name))),
      });
    }
    this.#engine.scenes.load(active!, 'single');
    for (const name of others) this.#engine.scenes.load(name, 'additive');
  }

  /** @throws Error when a key of the scene belongs to an object that is in none of the scenes which it replaces. */
  #checkKeys(name: string, replaced: readonly Scene[]): void {
    const stays = new Set<string>();
    for (const { sourceKey, target } of this.#service.objects) {
      const scene = gameObjectOf(target)?.scene;
      if (sourceKey !== undefined && !(scene && replaced.includes(scene))) stays.add(sourceKey);
    }
    if (stays.size === 0) return;
    for (const sourceKey of keysOfScene(this.#document, name))
      if (stays.has(sourceKey)) throw new Error(`Source key "${sourceKey}" is taken`);
  }

  #invoke(
    spec: FunctionSpec,
    args: Readonly<Record<string, unknown>>,
    _target: object,
    at: Parameters<FunctionDefinition['invoke']>[2],
  ): unknown {
    const handle = this.#service.objects.resolve(at.objectId);
    if (handle === undefined) throw new Error('the object is gone');
    if (spec.module !== undefined) {
      const call = this.#document.modules.get(spec.module.file)?.[spec.module.export] as (
        ...a: unknown[]
      ) => unknown;
      return this.#callModule(spec.module, () => {
        const self = createModuleSelf(this.#engine, this.#service, handle, at.path);
        return call(self, ...Object.values(args));
      });
    }
    const result = this.#perform(spec, this.#scope(spec, args, handle, at.path));
    if (spec.returns === undefined) return undefined;
    // Actions that do not say what to return, return the default of the type.
    return result === undefined
      ? this.builder.initialValue(spec.returns, undefined)
      : this.#converted(spec.returns, result);
  }

  /** @throws ArgumentError without the place in the file for an error of the caller */
  #perform(spec: FunctionSpec, scope: ActionScope): Json | undefined {
    try {
      return this.#actions.run(spec.do ?? [], scope);
    } catch (error) {
      if (error instanceof SceneRunError && error.ofArgument !== undefined)
        throw new ArgumentError(error.ofArgument);
      throw error;
    }
  }

  /** Calls into a module; what it throws, at once or later, names the module's own line. */
  #callModule(module: object, call: () => unknown): unknown {
    const { source } = this.#document;
    const failed = (error: unknown) => thrownByModule(error, source, source.path(module) ?? []);
    try {
      const result = call();
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        throw failed(error);
      });
    } catch (error) {
      throw failed(error);
    }
  }

  /** A result as the declared type has it; what lives already is handed on. */
  #converted(typeName: string, result: Json): unknown {
    const isLiving = (value: unknown) =>
      typeof value === 'object' && value !== null && this.#service.objects.classOf(value) !== undefined;
    const items = Array.isArray(result) ? result : [result];
    return items.some(isLiving) ? result : this.#service.convert(typeName, toServiceJson(result));
  }

  #scope(
    { parameters = {} }: FunctionSpec,
    args: Readonly<Record<string, unknown>>,
    handle: ExposedObjectHandle,
    path: string,
  ): ActionScope {
    const prefix = path === '' ? '' : `${path}/`;
    const member = (name: string) => this.#service.property(handle, prefix + name);
    // A Single is held as a double, and shown as the shortest decimal that means it.
    const isSingle = (name: string) => {
      if (name.startsWith('self.')) return member(name.slice('self.'.length)).typeName === 'Single';
      return Object.hasOwn(parameters, name) && parameters[name]?.type === 'Single';
    };
    return {
      args,
      handle,
      path,
      self: (name) => member(name).get(),
      textOf: (name, value) =>
        typeof value === 'number' && isSingle(name) ? formatSingle(value).replaceAll('"', '') : String(value),
    };
  }

  /** Calls the function that the scene file names as its gate. */
  #mayQuit(gate: string): boolean | Promise<boolean> {
    const [key, name] = gate.split('/') as [string, string];
    const handle = this.#service.objects.resolve(key);
    if (handle === undefined) return true;
    const answer = this.#service.invoke(handle, name);
    return typeof answer === 'string' ? answer !== 'false' : answer.then((later) => later !== 'false');
  }

  #schedule({ at, every, do: actions }: TimelineSpec): Unsubscribe {
    let told = '';
    const run = () => {
      try {
        this.#actions.run(actions, applicationScope);
        told = '';
      } catch (error) {
        // What the scene throws by itself is meant each time. What cannot be done, since its element is gone, is said once.
        if (error instanceof ThrownByScene || (error as Error).message !== told)
          this.#engine.log.exception(error);
        told = (error as Error).message;
      }
    };
    const isDue = typeof at === 'object' ? atFrame(at.frame) : atTime(at, every);
    const end = this.#whileRunning((time) => {
      const due = isDue(time);
      if (due === 'last') end();
      if (due !== 'no') run();
    });
    return end;
  }
}

function scenesOf({ scenes }: SceneDocument): NonNullable<SceneDocument['scenes']> {
  return scenes !== undefined && Object.keys(scenes).length > 0 ? scenes : { Scene: { buildIndex: 0 } };
}

/** The scenes that are loaded at the start, the active one first. */
function initialScenes(document: SceneDocument): string[] {
  const scenes = Object.entries(scenesOf(document));
  const [active] = scenes.find(([, each]) => each.active) ?? scenes[0]!;
  return [active, ...scenes.flatMap(([name, { loaded }]) => (loaded && name !== active ? [name] : []))];
}

/** Outside of any object. */
const applicationScope: ActionScope = { args: {}, path: '', self: () => null };

type Due = 'no' | 'yes' | 'last';

function atFrame(wanted: number): (time: FrameTime) => Due {
  return ({ frame }) => (frame >= wanted ? 'last' : 'no');
}

function atTime(
  at: number | string | undefined,
  every: number | string | undefined,
): (time: FrameTime) => Due {
  let next = milliseconds(at ?? every ?? 0) / 1000;
  return ({ time }) => {
    // A frame's time is a sum of periods, which may fall short of a whole second by its rounding.
    if (time + 1e-9 < next) return 'no';
    if (every === undefined) return 'last';
    next += milliseconds(every) / 1000;
    return 'yes';
  };
}
