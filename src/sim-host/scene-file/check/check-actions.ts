import { type ExposedClass, ExposedError, type Json } from '../../../service/index.js';
import type { PropertyRef } from '../../../service/objects/property-ref.js';
import type { ExposedFunction } from '../../../service/types/exposed-class.js';
import { plainType } from '../../../service/types/nullable.js';
import type { Type } from '../../../service/types/type.js';
import { isNumberType } from '../../../wire/value-types.js';
import type { ActionSpec, SceneDocument } from '../document.js';
import type { Names } from '../names.js';
import { dependsOnRun, variablesOf } from '../run/expressions.js';
import { reasonOf } from '../run/run-error.js';
import type { DocumentPath } from '../source.js';
import { checkClass, referencesIn } from './check-objects.js';
import type { PathStart, TrialScene } from './trial-scene.js';

/** The function of a class whose actions are checked; those of the timeline have none. */
interface Scope {
  readonly class?: ExposedClass;
  readonly function?: ExposedFunction;
}

/**
 * Finds errors in the actions of functions and of the timeline, and in the settings that name objects. Computed values
 * are only known at run time.
 */
export class ActionCheck {
  readonly #names: Names;
  readonly #trial: TrialScene;
  /** The classes of objects that actions spawn, by their source keys. */
  readonly #spawned = new Map<string, string>();
  /** True if a spawn computes its key, so that any object may exist. */
  readonly #isAnySpawned: boolean;

  constructor(names: Names, trial: TrialScene) {
    this.#names = names;
    this.#trial = trial;
    const spawns = allActions(trial.document).flatMap(({ spawn }) => spawn ?? []);
    this.#isAnySpawned = spawns.some(({ key }) => dependsOnRun(key));
    for (const { key, class: className } of spawns)
      if (key !== undefined) this.#spawned.set(String(key), className);
  }

  check(): void {
    const { application, classes = {}, timeline = [], ui } = this.#trial.document;
    this.#checkGate(application.onQuitRequesting);
    for (const [i, item] of (ui?.menuItems ?? []).entries())
      for (const name of ['selectorObjectId', 'factoryObjectId'] as const)
        if (item[name]) this.#object(item[name], ['ui', 'menuItems', i, name]);
    for (const [className, { functions = {} }] of Object.entries(classes)) {
      const cls = this.#trial.service.classes.find(className)!;
      for (const [name, { do: actions = [] }] of Object.entries(functions))
        this.#checkActions(actions, { class: cls, function: cls.function(name)! });
    }
    for (const { do: actions } of timeline) this.#checkActions(actions, {});
  }

  /** The quit gate must be a function that returns a Boolean. */
  #checkGate(gate: string | undefined): void {
    if (gate === undefined) return;
    const path = ['application', 'onQuitRequesting'];
    const [key, name] = gate.split('/') as [string, string];
    const cls = this.#object(key, path)?.class;
    if (cls === undefined) return;
    const known = cls.functions.map(({ definition }) => definition.name);
    const called = cls.function(name);
    if (called === undefined) this.#trial.found.requireName(path, 'function', name, known);
    else if (called.returnType?.name !== 'Boolean')
      this.#trial.found.add(path, `"${name}" does not return a Boolean`, { expected: 'returns: Boolean' });
  }

  #checkActions(actions: readonly ActionSpec[], scope: Scope): void {
    const { source } = this.#trial.document;
    this.#checkVariables(actions as unknown as Json, source.path(actions) ?? [], scope);
    for (const action of withAnswers(actions)) this.#checkAction(action, source.path(action)!, scope);
  }

  #checkAction(action: ActionSpec, path: DocumentPath, scope: Scope): void {
    const { set, add, toggle, spawn, destroy, loadAsset } = action;
    if (set !== undefined) {
      const type = this.#target(set, [...path, 'set'], scope)?.type;
      this.#checkConstant(type, set.value, [...path, 'set', 'value']);
    }
    if (add !== undefined) {
      const type = this.#target(add, [...path, 'add'], scope)?.type;
      if (type !== undefined && !isNumberType(plainType(type).name))
        this.#trial.found.add([...path, 'add', 'path'], `a ${type.name} is not a number`);
      else this.#checkConstant(type, add.value, [...path, 'add', 'value']);
    }
    if (toggle !== undefined) {
      const type = this.#target(toggle, [...path, 'toggle'], scope)?.type;
      if (type !== undefined && plainType(type).name !== 'Boolean')
        this.#trial.found.add([...path, 'toggle', 'path'], `a ${type.name} is not a Boolean`);
    }
    if (spawn !== undefined) this.#checkSpawn(spawn, [...path, 'spawn']);
    if (destroy !== undefined) this.#object(destroy.object, [...path, 'destroy', 'object']);
    if (loadAsset !== undefined && !dependsOnRun(loadAsset)) {
      const known = Object.entries(this.#trial.document.assets ?? {}).flatMap(([key, { guid = key }]) => [
        key,
        guid,
      ]);
      this.#trial.found.requireName([...path, 'loadAsset'], 'asset', loadAsset, known);
    }
    if (action.return !== undefined)
      this.#checkConstant(scope.function?.returnType, action.return, [...path, 'return']);
  }

  /** Returns the property that an action writes; undefined if that is an error or only known at run time. */
  #target(
    { object, path: text }: { object?: string; path: string },
    path: DocumentPath,
    { class: cls }: Scope,
  ): PropertyRef | undefined {
    if (object === undefined && cls === undefined) {
      this.#trial.found.add(path, 'the object is missing', { expected: 'object: the source key of one' });
      return undefined;
    }
    const start = object === undefined ? this.#sample(cls!) : this.#object(object, [...path, 'object']);
    return start && this.#follow(start, text, [...path, 'path']);
  }

  #sample(cls: ExposedClass): PathStart | undefined {
    const handle = this.#trial.sample(cls);
    return handle && { handle, class: cls };
  }

  /** Returns the object of an action; undefined if that is an error or only known at run time. */
  #object(object: Json, path: DocumentPath): PathStart | undefined {
    // An id of digits is only known at run time.
    const key = String(object);
    if (dependsOnRun(object) || /^-?\d+$/.test(key)) return undefined;
    const className = this.#names.keys.get(key)?.className ?? this.#spawned.get(key);
    if (className === undefined) {
      if (!this.#isAnySpawned) this.#trial.found.requireName(path, 'object', key, this.#allKeys());
      return undefined;
    }
    const { classes, objects } = this.#trial.service;
    const handle = objects.bySourceKey(key);
    if (handle !== undefined) return { handle, class: handle.class };
    const cls = classes.find(className);
    return cls && this.#sample(cls);
  }

  #allKeys(): string[] {
    return [...this.#names.keys.keys(), ...this.#spawned.keys()];
  }

  #follow(start: PathStart, text: string, path: DocumentPath): PropertyRef | undefined {
    const end = this.#trial.follow(start, text, 'later');
    if (!(end instanceof ExposedError)) return end;
    this.#trial.found.add(path, reasonOf(end));
    return undefined;
  }

  /** Checks a value unless it is computed. */
  #checkConstant(type: Type | undefined, value: Json, path: DocumentPath): void {
    for (const [key, at] of referencesIn(value, path)) this.#object(key, at);
    if (type !== undefined && !dependsOnRun(value)) this.#trial.checkValue(type, value, path);
  }

  /** Checks that all variables in a value exist. */
  #checkVariables(json: Json | undefined, path: DocumentPath, scope: Scope): void {
    if (typeof json === 'string') {
      for (const name of variablesOf(json)) this.#checkVariable(name, path, scope);
    } else if (typeof json === 'object' && json !== null) {
      const items = Array.isArray(json) ? json.entries() : Object.entries(json);
      for (const [at, item] of items) this.#checkVariables(item, [...path, at], scope);
    }
  }

  #checkVariable(name: string, path: DocumentPath, { class: cls, function: called }: Scope): void {
    if (cls === undefined) {
      this.#trial.found.add(path, `$${name} has no value on the timeline`, {
        expected: '$$ for a dollar sign',
      });
    } else if (name.startsWith('self.')) {
      const start = this.#sample(cls);
      if (start !== undefined) this.#follow(start, name.slice('self.'.length), path);
    } else {
      const known = called!.parameters.map(({ definition }) => definition.name);
      this.#trial.found.requireName(path, 'parameter', name, known);
    }
  }

  #checkSpawn({ class: className, values = {} }: NonNullable<ActionSpec['spawn']>, path: DocumentPath): void {
    checkClass(className, 'component', [...path, 'class'], this.#names, this.#trial.found);
    const cls = this.#trial.service.classes.find(className);
    for (const [name, value] of Object.entries(values)) {
      const at = [...path, 'values', name];
      const known = cls?.members.map((each) => each.name) ?? [];
      if (cls !== undefined) this.#trial.found.requireName(at, 'member', name, known, 'key');
      this.#checkConstant(cls?.member(name)?.type, value, at);
    }
  }
}

function allActions({ classes = {}, timeline = [] }: SceneDocument): ActionSpec[] {
  const functions = Object.values(classes).flatMap((each) => Object.values(each.functions ?? {}));
  return [...functions, ...timeline].flatMap(({ do: actions = [] }) => [...withAnswers(actions)]);
}

/** Returns actions with those that follow an answer. */
function* withAnswers(actions: readonly ActionSpec[]): Generator<ActionSpec> {
  for (const action of actions) {
    yield action;
    for (const then of Object.values(action.ask?.then ?? {})) yield* withAnswers(then);
  }
}
