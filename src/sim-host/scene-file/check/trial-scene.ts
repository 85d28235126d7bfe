import { didYouMean } from '../../../service/common/nearest-name.js';
import type { Host } from '../../../service/host.js';
import {
  type ExposedClass,
  ExposedError,
  type ExposedObjectHandle,
  type Json,
  RemoteControlService,
} from '../../../service/index.js';
import { WritePlan } from '../../../service/members/transactions/write-plan.js';
import type { PropertyRef } from '../../../service/objects/property-ref.js';
import { checkMembers } from '../../../service/types/graph/check-members.js';
import type { Type } from '../../../service/types/type.js';
import { Engine } from '../../engine/index.js';
import { createSimHost } from '../../host.js';
import type { DiagnosticList } from '../diagnostics.js';
import type { GameObjectSpec, MemberSpec, SceneDocument } from '../document.js';
import { allObjects } from '../keys.js';
import { filled } from '../repeat.js';
import { classDefinitions, defineEnums } from '../run/definitions.js';
import type { DrivenMember } from '../run/drivers.js';
import { referenceKey, toServiceJson } from '../run/initial-values.js';
import { ObjectBuilder } from '../run/object-builder.js';
import { PlainObjects } from '../run/plain-objects.js';
import { type ReportProblem, reasonOf } from '../run/run-error.js';
import { type DocumentPath, pathText } from '../source.js';
import { describedObjects } from './check-objects.js';
import { checkExact } from './exact-values.js';
import { followPath } from './follow-path.js';

/** Maximum number of copies that are built of an object. */
const maxCopies = 100;

/** The object at which a path starts. The path is written for `class`, from which the object's class may derive. */
export interface PathStart {
  readonly handle: ExposedObjectHandle;
  readonly class: ExposedClass;
}

/**
 * A scene that is built to find its errors: its classes, assets and all its objects, also those that are loaded later,
 * in an engine and a service without HTTP. Frames and functions do not run.
 */
export class TrialScene {
  readonly document: SceneDocument;
  readonly found: DiagnosticList;
  readonly service: RemoteControlService;
  /** The drivers of the built objects. */
  readonly driven: DrivenMember[] = [];
  /** False if copies are missing, so that references to them are null. */
  readonly #isComplete: boolean;
  readonly #engine: Engine;
  readonly #builder: ObjectBuilder;
  readonly #samples = new Map<ExposedClass, ExposedObjectHandle | undefined>();
  readonly #reported = new Set<string>();

  /** Defines the types. @param document must have no errors in base classes */
  constructor(document: SceneDocument, found: DiagnosticList) {
    const { name, mode = 'player' } = document.application;
    const application = { name, version: '', engineVersion: '', mode };
    this.#engine = new Engine({ application, clock: 'manual' });
    const host = { ...createSimHost(this.#engine), assets: knownAssets(this.#engine) };
    this.service = new RemoteControlService({ host });
    this.document = document;
    this.found = found;
    this.#isComplete = [...allObjects(document)].every(({ repeats }) =>
      repeats.every((count) => count <= maxCopies),
    );
    this.#builder = new ObjectBuilder(document, this.#engine, this.service, {
      driven: (member) => this.driven.push(member),
      problem: this.#addProblem,
    });
    this.#defineTypes();
  }

  /** Adds an error unless there is a type with that name; a class that cannot be defined has an error already. */
  requireType(name: string, path: DocumentPath): void {
    const isDeclared = Object.hasOwn(this.document.classes ?? {}, name.replace(/(\[\])+$/, ''));
    if (!isDeclared) this.#attempt(path, () => this.service.classes.type(name));
  }

  /** Adds an error if a new object cannot have the initial value of a member. */
  checkInitialValue({ type, value, nullable }: MemberSpec, path: DocumentPath): void {
    if (nullable && (value ?? null) === null) return;
    const at = [...path, value === undefined ? 'type' : 'value'];
    if (value !== undefined) checkExact(this.service.classes.type(type), value, at, this.found);
    try {
      this.#builder.initialValue(type, value);
    } catch (error) {
      const isEndless = (error as Error).message.endsWith('Maximum call stack size exceeded');
      if (isEndless)
        this.found.add(at, `a new ${type} would contain others without end`, {
          expected: 'nullable: true, or an array',
        });
      // An exception of a new object of another class is reported with that class.
      else if ((error as ExposedError).code !== 'function-failed') this.found.addThrown(at, error);
    }
  }

  /** Adds an error if a value does not fit a type. References may depend on the run. */
  checkValue(type: Type, value: Json, path: DocumentPath): void {
    checkExact(type, value, path, this.found);
    if (containsReference(value)) return;
    const json = toServiceJson(value);
    const current = type.needsCurrent ? type.defaultValue() : undefined;
    this.#attempt(path, () => {
      checkMembers(type, json, undefined, type.name);
      type.read(json, current, new WritePlan(), type.name);
    });
  }

  /** Follows a path that must exist at the start, or may lead elsewhere during the run; see `followPath`. */
  follow(
    { handle, class: cls }: PathStart,
    path: string,
    when: 'at start' | 'later',
  ): PropertyRef | ExposedError | undefined {
    return followPath(this.service, handle, cls, path, when === 'at start' && this.#isComplete);
  }

  /** Adds the errors that prevent classes from being used. */
  reportClasses(): void {
    // The process may have decorated other classes.
    const problems = [...this.service.classes.problems()].filter(([name]) => this.document.classes?.[name]);
    // Other messages are those of a base or of the class of a member.
    const own = problems.filter(
      ([name, { message }]) => message.startsWith(`${name}.`) && !message.includes(' cannot be used: '),
    );
    for (const [name, { message }] of own.length > 0 ? own : problems) this.#addClassProblem(name, message);
  }

  /** Builds the objects. Each path of the file gets one error, whatever the number of its copies. */
  build(): void {
    const { scenes = {}, assets = {} } = this.document;
    const roots = [
      ...Object.values(scenes).flatMap((scene) => scene.objects ?? []),
      ...Object.values(assets).flatMap(({ object }) => object ?? []),
    ];
    this.#engine.scenes.register({ name: 'Trial', buildIndex: -1, populate: () => {} });
    this.#engine.scenes.load('Trial', 'single');
    const plainObjects = new PlainObjects(this.service, this.#builder.values);
    this.#attempt([], () => {
      plainObjects.build(this.document);
      this.#builder.build(roots.map(withFewCopies));
      plainObjects.fill();
    });
    this.#checkLastCopies();
  }

  /** Finds values with the number of a copy that only fit the copies that were built. */
  #checkLastCopies(): void {
    for (const { spec, path, repeats } of allObjects(this.document)) {
      if (repeats.every((count) => count <= maxCopies)) continue;
      const last = repeats.map((count) => count - 1).reverse();
      for (const [i, { class: className, values = {} }] of (spec.components ?? []).entries()) {
        const cls = this.service.classes.find(className);
        for (const [name, value] of Object.entries(values)) {
          const at = [...path, 'components', i, 'values', name];
          const type = cls?.member(name)?.type;
          const hasNumber = JSON.stringify(value).includes('{i');
          if (type !== undefined && hasNumber && !this.#reported.has(pathText(at)))
            this.checkValue(type, filled(value, last), at);
        }
      }
    }
  }

  /** Finds values of objects that the build would convert to other values. */
  checkExactValues(): void {
    for (const { className, values, path } of describedObjects(this.document)) {
      const cls = this.service.classes.find(className);
      for (const [name, value] of Object.entries(values)) {
        const type = cls?.member(name)?.type;
        if (type !== undefined) checkExact(type, value!, [...path, 'values', name], this.found);
      }
    }
  }

  /** Returns an object of a class, or of a derived class if it is abstract; undefined if none can be created. */
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
    for (const [key, { guid = key, name, type }] of Object.entries(this.document.assets ?? {}))
      this.#attempt(['assets', key, 'guid'], () => this.#engine.assets.add({ guid, name, type }));
    for (const [name, spec] of Object.entries(this.document.enums ?? {}))
      this.#attempt(['enums', name], () => defineEnums({ enums: { [name]: spec } }, classes));
    const definitions = classDefinitions(
      this.document,
      (type, json) => this.#builder.initialValue(type, json),
      () => undefined,
    );
    for (const definition of definitions) {
      try {
        classes.define(definition);
      } catch (error) {
        this.#addClassProblem(definition.name, (error as Error).message);
      }
    }
  }

  /** Adds an error at the member that the message begins with: `Lamp.level: …`. */
  #addClassProblem(name: string, message: string): void {
    const [, member = '', ofMember = ''] = /^[^.:]+\.(\w+)[^:]*: (.*)$/s.exec(message) ?? [];
    const spec = this.document.classes![name]!;
    const groups = ['fields', 'properties', 'functions'] as const;
    const group = groups.find((each) => spec[each]?.[member] !== undefined);
    if (group === undefined) this.found.add(['classes', name], message, { at: 'key' });
    else this.found.add(['classes', name, group, member], ofMember, { at: 'key' });
  }

  /** Adds an error in the description of an object, unless a copy that was not built may be the reason. */
  readonly #addProblem: ReportProblem = (path, subject, error, owner) => {
    const place = pathText(path);
    if (this.#reported.has(place)) return;
    if (!this.#isComplete) {
      const handle = owner === undefined ? undefined : this.service.objects.required(owner);
      const isElsewhere =
        handle && this.follow({ handle, class: handle.class }, subject, 'later') === undefined;
      if (isElsewhere || containsReference(at(this.document, path))) return;
    }
    this.#reported.add(place);
    if (owner === undefined) this.found.addThrown(path, error);
    else this.found.add(path, reasonOf(error), { at: 'key' });
  };

  #attempt(path: DocumentPath, run: () => void): void {
    try {
      run();
    } catch (error) {
      this.found.addThrown(path, error);
    }
  }
}

/** Returns the assets of an engine; finding an unknown one throws. */
function knownAssets({ assets }: Engine): Host['assets'] {
  return {
    all: () => assets.all(),
    onLoaded: (listener) => assets.onLoaded(listener),
    find: (guid) => {
      const asset = assets.find(guid);
      if (asset !== undefined) return asset;
      const known = Array.from(assets.all(), (each) => each.guid);
      throw new ExposedError('set-failed', `unknown asset "${guid}"${didYouMean(guid, known)}`);
    },
  };
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
