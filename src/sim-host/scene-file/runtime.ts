import type {
  ExposedObjectHandle,
  FunctionDefinition,
  Json,
  RemoteControlService,
  Unsubscribe,
} from '../../service/index.js';
import type { Engine, FrameTime } from '../engine/index.js';
import { ActionRunner, type ActionScope } from './actions.js';
import { BuiltScenes } from './built-scenes.js';
import { classDefinitions, enumDefinition } from './definitions.js';
import type { FunctionSpec, SceneDocument, TimelineSpec } from './document.js';
import { milliseconds } from './document.js';
import { Drivers } from './drivers.js';
import { toServiceJson } from './initial-values.js';
import { createModuleSelf } from './module-self.js';
import { ObjectBuilder } from './object-builder.js';
import { thrownByModule } from './run-error.js';

/** A scene file that runs: its classes are exposed, its scenes can be loaded, its drivers and timeline move. */
export class SceneRuntime {
  readonly #document: SceneDocument;
  readonly #engine: Engine;
  readonly #service: RemoteControlService;
  readonly #drivers: Drivers;
  readonly #actions: ActionRunner;
  readonly #built = new BuiltScenes();
  /** The static classes' objects. */
  readonly #statics: object[] = [];
  /** Names of the scenes that are loaded at the start, the active one first. */
  #firstScenes: readonly string[] = [];
  #timeline: readonly Unsubscribe[] = [];
  /** Also for those who script the host. */
  readonly builder: ObjectBuilder;

  constructor(document: SceneDocument, engine: Engine, service: RemoteControlService) {
    this.#document = document;
    this.#engine = engine;
    this.#service = service;
    this.#drivers = new Drivers(engine.random, (error) => engine.log.exception(error));
    this.builder = new ObjectBuilder(engine, service, document.source, this.#drivers);
    this.#actions = new ActionRunner(engine, service, document.source, (className, name, key, values) => {
      this.builder.spawn(className, name, key, values);
    });
  }

  /** Defines the classes, adds assets and scenes, loads what is active at the start. */
  start(): void {
    this.#defineClasses();
    this.#addAssets();
    this.#addScenes();
    this.#engine.loop.update.add((time) => this.#drivers.update(time));
    this.#startTimeline();
    const gate = this.#document.application.onQuitRequesting;
    if (gate !== undefined) this.#service.quit.onQuitRequesting(() => this.#mayQuit(gate));
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
    assets.restart();
    this.#built.restart(objects, this.#firstScenes, () => scenes.restart(this.#firstScenes));
    for (const holder of this.#statics) {
      this.builder.copyMembers(Reflect.construct(holder.constructor, []) as object, holder);
    }
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

  #addAssets(): void {
    for (const [key, spec] of Object.entries(this.#document.assets ?? {})) {
      const { guid, name, type, displayName, loaded, loadFrames, object } = spec;
      this.#engine.assets.add({
        guid: guid ?? key,
        ...(guid !== undefined && { key }),
        name,
        type,
        ...(displayName !== undefined && { displayName }),
        ...(loaded !== undefined && { loaded }),
        ...(loadFrames !== undefined && { loadFrames }),
        ...(object !== undefined && { onLoad: () => this.builder.build([object]) }),
      });
    }
  }

  #addScenes(): void {
    const scenes = Object.entries(this.#document.scenes ?? { Scene: { buildIndex: 0 } });
    for (const [name, { buildIndex = -1, objects = [] }] of scenes) {
      this.#engine.scenes.register({
        name,
        buildIndex,
        populate: (scene) =>
          this.#built.note(name, this.builder.build(objects, scene, this.#built.again(name))),
      });
    }
    const [active] = scenes.find(([, { active }]) => active) ?? scenes[0]!;
    const additive = scenes.filter(([name, { loaded }]) => loaded && name !== active).map(([name]) => name);
    this.#engine.scenes.load(active, 'single');
    for (const name of additive) this.#engine.scenes.load(name, 'additive');
    this.#firstScenes = [active, ...additive];
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
    const result = this.#actions.run(spec.do ?? [], this.#scope(args, handle, at.path));
    return result === undefined || spec.returns === undefined
      ? undefined
      : this.#converted(spec.returns, result);
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

  #scope(args: Readonly<Record<string, unknown>>, handle: ExposedObjectHandle, path: string): ActionScope {
    const prefix = path === '' ? '' : `${path}/`;
    return { args, handle, path, self: (member) => this.#service.property(handle, prefix + member).get() };
  }

  /** Calls the function that the scene file names as its gate. */
  #mayQuit(gate: string): boolean {
    const [key, name] = gate.split('/') as [string, string];
    const handle = this.#service.objects.resolve(key);
    return handle === undefined || this.#service.invoke(handle, name) !== 'false';
  }

  #schedule({ at, every, do: actions }: TimelineSpec): Unsubscribe {
    const run = () => void this.#actions.run(actions, applicationScope);
    const isDue = typeof at === 'object' ? atFrame(at.frame) : atTime(at, every);
    const end = this.#engine.loop.update.add((time) => {
      const due = isDue(time);
      if (due === 'last') end();
      if (due !== 'no') run();
    });
    return end;
  }
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
