import { dirname, resolve } from 'node:path';
import type { RemoteControlService, Unsubscribe } from '../../../service/index.js';
import type { Engine } from '../../engine/index.js';
import type { GameObjectSpec, SceneDocument } from '../document.js';
import { ActionRunner } from './actions.js';
import { classDefinitions, defineEnums } from './definitions.js';
import { Drivers } from './drivers.js';
import { FileScenes } from './file-scenes.js';
import { SceneFunctions } from './functions.js';
import { ObjectBuilder } from './object-builder.js';
import { PlainObjects } from './plain-objects.js';
import { playerOf, Replay, readSession } from './replay.js';
import { addLocation, type ReportProblem } from './run-error.js';
import { SceneTime } from './scene-time.js';
import { startTimeline } from './timeline.js';

/** Runs a scene file: exposes its classes, loads its scenes, and runs its drivers, timeline and replay. */
export class SceneRuntime {
  readonly #engine: Engine;
  readonly #service: RemoteControlService;
  readonly #time: SceneTime;
  readonly #drivers: Drivers;
  /** Also used by control commands; it stays the same when the document is replaced. */
  readonly builder: ObjectBuilder;
  readonly #plainObjects: PlainObjects;
  #document: SceneDocument;
  #actions!: ActionRunner;
  #scenes!: FileScenes;
  #endTimeline: Unsubscribe = () => {};
  /** Ends the drivers' updates, the replay and the quit gate when the document is replaced; a reset keeps them. */
  readonly #unsubscribes: Unsubscribe[] = [];

  constructor(document: SceneDocument, engine: Engine, service: RemoteControlService) {
    this.#document = document;
    this.#engine = engine;
    this.#service = service;
    this.#time = new SceneTime(engine.loop);
    const problem: ReportProblem = (path, subject, error) =>
      engine.log.exception(addLocation(this.#document.source, path, subject, error));
    this.#drivers = new Drivers(service, engine.random, problem);
    const driven = this.#drivers.add.bind(this.#drivers);
    this.builder = new ObjectBuilder(document, engine, service, { driven, problem });
    this.#plainObjects = new PlainObjects(service, this.builder.values);
  }

  /** Exposes the classes, adds assets and scenes, and loads the initial scenes. */
  start(): void {
    this.#start([], new Set());
  }

  /**
   * Replaces the document: removes everything from the old one and starts the new one at time 0, with the scenes and assets
   * that were loaded before, as far as it has them.
   */
  replace(document: SceneDocument): void {
    const { active, loaded } = this.#engine.scenes;
    const scenes = [active, ...loaded.filter((scene) => scene !== active)].flatMap(
      (scene) => scene?.name ?? [],
    );
    const assets = [...this.#engine.assets.all()].filter((each) => each.loaded).map(({ guid }) => guid);
    this.#removeDocument();
    this.#document = document;
    this.builder.values.document = document;
    this.#time.reset();
    this.#start(scenes, new Set(assets));
  }

  /** Makes the scene's pending prompts have no effect when they are answered or cancelled. */
  ignorePendingPrompts(): void {
    this.#actions.ignorePendingPrompts();
  }

  /**
   * Returns the scene to its initial state, after the engine's time was reset. Existing objects keep their ids, destroyed
   * ones are built again, spawned ones are removed. Building the scenes adds the drivers again; the replay rewinds with the
   * time.
   */
  reset(): void {
    this.#endTimeline();
    this.#drivers.clear();
    this.#time.reset();
    this.#engine.assets.reset();
    this.#scenes.reset();
    this.#plainObjects.reset((fresh, to) => this.builder.copyMembers(fresh, to));
    this.#service.objects.touch();
    this.#startTimeline();
  }

  /**
   * @param scenes the scenes to load, if the document has them
   * @param loadedAssets GUIDs of the assets that are loaded immediately, because they were loaded before
   */
  #start(scenes: readonly string[], loadedAssets: ReadonlySet<string>): void {
    const document = this.#document;
    const scene = { document, engine: this.#engine, service: this.#service, builder: this.builder };
    this.#actions = new ActionRunner(scene);
    this.#scenes = new FileScenes(scene);
    const functions = new SceneFunctions(scene, this.#actions);
    this.#defineClasses(functions);
    const objectsOfAssets = this.#addAssets(loadedAssets);
    this.#plainObjects.build(document);
    this.#scenes.start(scenes);
    this.builder.build(objectsOfAssets);
    this.#plainObjects.fill();
    this.#unsubscribes.push(this.#time.onFrame((time) => this.#drivers.update(time)));
    this.#startReplay();
    this.#startTimeline();
    const gate = document.application.onQuitRequesting;
    if (gate !== undefined)
      this.#unsubscribes.push(this.#service.quit.onQuitRequesting(() => functions.mayQuit(gate)));
  }

  #removeDocument(): void {
    const { classes = {}, enums = {} } = this.#document;
    for (const end of this.#unsubscribes.splice(0)) end();
    this.#endTimeline();
    this.#actions.ignorePendingPrompts();
    this.#drivers.clear();
    this.#plainObjects.end();
    for (const gameObject of [...this.#engine.objects.gameObjects()]) gameObject.destroy();
    this.#engine.assets.forgetAll();
    this.#engine.scenes.forgetAll();
    this.#service.classes.undefine([...Object.keys(classes), ...Object.keys(enums)]);
  }

  #startTimeline(): void {
    const { timeline = [] } = this.#document;
    this.#endTimeline = startTimeline(timeline, this.#time, this.#actions, this.#engine.log);
  }

  #startReplay(): void {
    const { file, replay } = this.#document;
    if (replay === undefined) return;
    const { events, cutLine } = readSession(resolve(dirname(file), replay.file));
    if (cutLine !== undefined)
      this.#engine.log.write(
        'Warning',
        `replay: line ${cutLine} of ${replay.file} is incomplete and was skipped`,
      );
    const player = new Replay(events, replay.speed ?? 1, playerOf(this.#engine, this.#service));
    this.#unsubscribes.push(this.#time.onFrame(({ time }) => player.update(time)));
  }

  #defineClasses(functions: SceneFunctions): void {
    const { classes } = this.#service;
    defineEnums(this.#document, classes);
    const definitions = classDefinitions(
      this.#document,
      (type, json) => this.builder.initialValue(type, json),
      (spec, args, at) => functions.invoke(spec, args, at),
    );
    for (const definition of definitions) classes.define(definition);
  }

  /** @returns the objects of the assets that are loaded immediately */
  #addAssets(loadedAssets: ReadonlySet<string>): GameObjectSpec[] {
    const objects: GameObjectSpec[] = [];
    for (const [key, spec] of Object.entries(this.#document.assets ?? {})) {
      const { guid = key, name, type, displayName, loadFrames, loaded, object } = spec;
      const asset = this.#engine.assets.add({
        guid,
        ...(spec.guid !== undefined && { key }),
        name,
        type,
        ...(loaded !== undefined && { loaded }),
        ...(displayName !== undefined && { displayName }),
        ...(loadFrames !== undefined && { loadFrames }),
        ...(object !== undefined && { onLoad: () => void this.builder.build([object]) }),
      });
      if (asset.loaded || !loadedAssets.has(guid)) continue;
      asset.loaded = true;
      if (object !== undefined) objects.push(object);
    }
    return objects;
  }
}
