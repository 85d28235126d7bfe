import {
  type ExposedClass,
  type ExposedObjectHandle,
  type Json,
  RemoteControlService,
} from '../../../service/index.js';
import { Engine } from '../../engine/index.js';
import { createSimHost } from '../../host.js';
import type { DiagnosticList } from '../diagnostics.js';
import type { GameObjectSpec, SceneDocument } from '../document.js';
import { allObjects } from '../keys.js';
import { classDefinitions, defineEnums } from '../run/definitions.js';
import type { DrivenMember } from '../run/drivers.js';
import { referenceKey } from '../run/initial-values.js';
import { ObjectBuilder } from '../run/object-builder.js';
import { PlainObjects } from '../run/plain-objects.js';
import { type DocumentPath, pathText } from '../source.js';
import { followPath } from './explain-path.js';

/** Maximum number of copies that are built of an object. */
const maxCopies = 100;

/**
 * A scene that is built to find its errors: its classes, assets and all its objects, also those that are loaded later,
 * in an engine and a service without HTTP. Frames and functions do not run.
 */
export class TrialScene {
  readonly service: RemoteControlService;
  /** False if copies are missing, so that references to them are null. */
  readonly isComplete: boolean;
  readonly #engine: Engine;
  readonly #builder: ObjectBuilder;
  readonly #document: SceneDocument;
  readonly #found: DiagnosticList;
  readonly #samples = new Map<ExposedClass, ExposedObjectHandle | undefined>();
  readonly #reported = new Set<string>();
  /** False if a class is missing, so that others which name it have errors. */
  #areAllDefined = true;

  /** Defines the types. @param document must have no errors in names */
  constructor(document: SceneDocument, found: DiagnosticList, driven: (member: DrivenMember) => void) {
    const { name, mode = 'player' } = document.application;
    const application = { name, version: '', engineVersion: '', mode };
    this.#engine = new Engine({ application, clock: 'manual' });
    this.service = new RemoteControlService({ host: createSimHost(this.#engine) });
    this.#document = document;
    this.#found = found;
    this.isComplete = [...allObjects(document)].every(({ repeats }) =>
      repeats.every((count) => count <= maxCopies),
    );
    this.#builder = new ObjectBuilder(document, this.#engine, this.service, {
      driven,
      problem: (path, subject, error, owner) => {
        if (this.isComplete) this.#addProblem(path, error);
        else if (owner !== undefined) this.#addUnlessIncomplete(path, owner, subject, error);
      },
    });
    this.#defineTypes();
  }

  /** Reports what keeps a class from being used, unless an error in the class is known. */
  reportClasses(): void {
    if (!this.#areAllDefined) return;
    for (const [name, { message }] of this.service.classes.problems()) {
      // Other messages are those of a base, of the class of a member, or of a class that the process has decorated.
      const isOwn = message.startsWith(`${name}.`) && !message.includes(' cannot be used: ');
      const isDeclared = this.#document.classes?.[name] !== undefined;
      if (isOwn && isDeclared && !this.#found.hasErrorIn(['classes', name]))
        this.#addClassProblem(name, message);
    }
  }

  /** Builds the objects. Each path of the file gets one error, whatever the number of its copies. */
  build(): void {
    const { scenes = {}, assets = {} } = this.#document;
    const roots = [
      ...Object.values(scenes).flatMap((scene) => scene.objects ?? []),
      ...Object.values(assets).flatMap(({ object }) => object ?? []),
    ];
    this.#engine.scenes.register({ name: 'Trial', buildIndex: -1, populate: () => {} });
    this.#engine.scenes.load('Trial', 'single');
    const plainObjects = new PlainObjects(this.service, this.#builder.values);
    try {
      plainObjects.build(this.#document);
      this.#builder.build(roots.map(withFewCopies));
      plainObjects.fill();
    } catch (error) {
      this.#addProblem([], error);
    }
  }

  /** Returns an object of a class, of a derived one if it is abstract; undefined if none can be created. */
  sample(cls: ExposedClass): ExposedObjectHandle | undefined {
    if (!this.#samples.has(cls)) this.#samples.set(cls, this.#createSample(cls));
    return this.#samples.get(cls);
  }

  #createSample(cls: ExposedClass): ExposedObjectHandle | undefined {
    const { classes, objects } = this.service;
    if (cls.kind === 'static') return objects.resolve(cls.name);
    const concrete = cls.isAbstract ? classes.concreteSubtypes(cls)[0] : cls;
    if (concrete === undefined || concrete.isEngineClass)
      return concrete && this.#builder.spawn(concrete.name, concrete.name);
    const target = Reflect.construct(concrete.definition.constructorFunction, []) as object;
    return objects.register(target, { className: concrete.name });
  }

  #defineTypes(): void {
    const { classes } = this.service;
    for (const [key, { guid = key, name, type }] of Object.entries(this.#document.assets ?? {}))
      this.#engine.assets.add({ guid, name, type });
    defineEnums(this.#document, classes);
    const definitions = classDefinitions(
      this.#document,
      (type, json) => this.#builder.initialValue(type, json),
      () => undefined,
    );
    for (const definition of definitions) {
      try {
        classes.define(definition);
      } catch (error) {
        this.#areAllDefined = false;
        this.#addClassProblem(definition.name, (error as Error).message);
      }
    }
  }

  /** Adds an error at the member that the message begins with: `Lamp.level: …`. */
  #addClassProblem(name: string, message: string): void {
    const [, member = '', ofMember = ''] = /^[^.:]+\.(\w+)[^:]*: (.*)$/s.exec(message) ?? [];
    const spec = this.#document.classes![name]!;
    const groups = ['fields', 'properties', 'functions'] as const;
    const group = groups.find((each) => spec[each]?.[member] !== undefined);
    if (group === undefined) this.#found.add(['classes', name], message, { at: 'key' });
    else this.#found.add(['classes', name, group, member], ofMember, { at: 'key' });
  }

  /** Reports why a value by path failed, unless a copy that was not built may be the reason. */
  #addUnlessIncomplete(path: DocumentPath, owner: string, property: string, error: unknown): void {
    const handle = this.service.objects.required(owner);
    const end = followPath(this.service, { handle, class: handle.class, isAtStart: false }, property);
    if (end === undefined) return;
    if ('problem' in end) this.#addProblem(path, new Error(end.problem));
    else if (!containsReference(at(this.#document, path))) this.#addProblem(path, error);
  }

  #addProblem(path: DocumentPath, error: unknown): void {
    const place = pathText(path);
    if (this.#reported.has(place)) return;
    this.#reported.add(place);
    this.#found.add(path, (error as Error).message, { at: 'key' });
  }
}

/** Returns the value at a path of the file. */
function at(document: SceneDocument, path: DocumentPath): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], document);
}

function containsReference(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return referenceKey(value as Json) !== undefined || Object.values(value).some(containsReference);
}

function withFewCopies(spec: GameObjectSpec): GameObjectSpec {
  const { repeat, children = [] } = spec;
  return {
    ...spec,
    ...(repeat !== undefined && { repeat: Math.min(repeat, maxCopies) }),
    children: children.map(withFewCopies),
  };
}
