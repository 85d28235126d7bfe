import { nearestName } from '../../../service/common/nearest-name.js';
import type { ExposedClass, ExposedObjectHandle, Json } from '../../../service/index.js';
import type { PropertyRef } from '../../../service/objects/property-ref.js';
import type { ExposedFunction } from '../../../service/types/exposed-class.js';
import { plainType } from '../../../service/types/nullable.js';
import type { Type } from '../../../service/types/type.js';
import { isNumberType } from '../../../wire/value-types.js';
import { logLevels } from '../../engine/index.js';
import {
  type ActionSpec,
  milliseconds,
  notificationTypes,
  type SceneDocument,
  type TimelineSpec,
} from '../document.js';
import { dependsOnRun, operatorOf, variablesOf } from '../run/expressions.js';
import type { DocumentPath } from '../source.js';
import { ActionObjects } from './action-objects.js';
import { checkKey } from './check-objects.js';
import { checkValue, type ValueContext } from './check-values.js';
import { addProblem, followPath, noMember } from './explain-path.js';
import type { TrialScene } from './trial-scene.js';

/** Where actions run: in a function of `class`, or on the timeline. */
interface Context extends ValueContext {
  readonly trial: TrialScene;
  readonly objects: ActionObjects;
  readonly class?: ExposedClass;
  readonly function?: ExposedFunction;
}

/**
 * Finds errors in the actions of functions and of the timeline, and in the settings that name objects. Computed values
 * are only known at run time.
 */
export function checkActions(document: SceneDocument, trial: TrialScene, values: ValueContext): void {
  const context: Context = { ...values, trial, objects: new ActionObjects(document) };
  checkGate(document, context);
  for (const [i, item] of (document.ui?.menuItems ?? []).entries())
    for (const name of ['selectorObjectId', 'factoryObjectId'] as const)
      if (item[name]) requireObject(item[name], ['ui', 'menuItems', i, name], context);
  for (const [className, { functions = {} }] of Object.entries(document.classes ?? {})) {
    const cls = context.types.find(className);
    for (const [name, { do: specs = [] }] of Object.entries(functions)) {
      const path = ['classes', className, 'functions', name, 'do'];
      const own = cls?.function(name);
      if (cls !== undefined && own !== undefined)
        checkEach(specs, path, { ...context, class: cls, function: own });
    }
  }
  for (const [i, entry] of (document.timeline ?? []).entries()) {
    checkTime(entry, ['timeline', i], context);
    checkEach(entry.do, ['timeline', i, 'do'], context);
  }
}

/** The quit gate must be a function that returns a Boolean. */
function checkGate({ application }: SceneDocument, context: Context): void {
  const { found } = context;
  const path = ['application', 'onQuitRequesting'];
  const [key, name] = (application.onQuitRequesting?.split('/') ?? []) as [string?, string?];
  const cls = key === undefined ? undefined : requireObject(key, path, context)?.class;
  if (cls === undefined || name === undefined) return;
  const gate = cls.function(name);
  if (gate === undefined) {
    const known = cls.functions.map(({ definition }) => definition.name);
    found.add(path, `${cls.name} has no function "${name}"`, { hint: nearestName(name, known) });
  } else if (gate.returnType?.name !== 'Boolean')
    found.add(path, `"${name}" does not return a Boolean`, { expected: 'returns: Boolean' });
}

function checkTime({ at, every }: TimelineSpec, path: DocumentPath, { found }: Context): void {
  if (at === undefined && every === undefined)
    found.add(path, 'the entry has no time', { expected: 'at or every' });
  if (every !== undefined && milliseconds(every) === 0)
    found.add([...path, 'every'], `${every} would be in every moment`, { expected: 'a time above 0' });
  if (typeof at === 'object' && every !== undefined)
    found.add([...path, 'every'], 'an entry at a frame happens once', {
      expected: 'at as a time, or no every',
    });
}

function checkEach(actions: readonly ActionSpec[], path: DocumentPath, context: Context): void {
  checkVariables(actions as unknown as Json, path, context);
  for (const [i, action] of actions.entries()) checkAction(action, [...path, i], context);
}

function checkAction(action: ActionSpec, path: DocumentPath, context: Context): void {
  const { set, add, toggle, log, notify, ask, spawn, destroy, loadAsset } = action;
  if (set !== undefined) checkSet(set, [...path, 'set'], context);
  if (add !== undefined) checkAdd(add, [...path, 'add'], context);
  if (toggle !== undefined) checkToggle(toggle, [...path, 'toggle'], context);
  checkText(action.throw, [...path, 'throw'], context);
  if (log !== undefined) {
    const levels = [...logLevels, ...logLevels.map((level) => level.toLowerCase())];
    checkChoice(log.level, levels, logLevels, [...path, 'log', 'level'], context);
    checkText(log.message, [...path, 'log', 'message'], context);
  }
  if (notify !== undefined) {
    const { type, ...texts } = notify;
    checkChoice(type, notificationTypes, notificationTypes, [...path, 'notify', 'type'], context);
    for (const [name, text] of Object.entries(texts)) checkText(text, [...path, 'notify', name], context);
  }
  if (ask !== undefined) {
    const { then = {}, answer: _, ...texts } = ask;
    for (const [name, text] of Object.entries(texts)) checkText(text, [...path, 'ask', name], context);
    // The function has already returned when the prompt is answered.
    const { function: _returned, ...later } = context;
    for (const [choice, actions] of Object.entries(then))
      for (const [i, each] of actions.entries())
        checkAction(each, [...path, 'ask', 'then', choice, i], later);
  }
  if (spawn !== undefined) checkSpawn(spawn, [...path, 'spawn'], context);
  if (destroy !== undefined) checkDestroy(destroy.object, [...path, 'destroy', 'object'], context);
  if (loadAsset !== undefined) checkAssetKey(loadAsset, [...path, 'loadAsset'], context);
  // Null means the default of the type.
  if (action.return != null)
    checkConstant(context.function?.returnType, action.return, [...path, 'return'], context);
}

type Target = NonNullable<ActionSpec['toggle']>;

function checkSet(set: Target & { value: Json }, path: DocumentPath, context: Context): void {
  checkConstant(checkTarget(set, path, context)?.type, set.value, [...path, 'value'], context);
}

function checkAdd(add: Target & { value: Json }, path: DocumentPath, context: Context): void {
  const type = checkTarget(add, path, context)?.type;
  if (type !== undefined && !isNumberType(plainType(type).name))
    context.found.add([...path, 'path'], `a ${type.name} cannot be added to`, { expected: 'a number' });
  else checkConstant(type, add.value, [...path, 'value'], context);
}

function checkToggle(toggle: Target, path: DocumentPath, context: Context): void {
  const type = checkTarget(toggle, path, context)?.type;
  if (type === undefined || plainType(type).name === 'Boolean') return;
  context.found.add([...path, 'path'], `a ${type.name} cannot be turned around`, { expected: 'a Boolean' });
}

/** Returns the property that an action writes; undefined if that is an error or only known at run time. */
function checkTarget(target: Target, path: DocumentPath, context: Context): PropertyRef | undefined {
  const { found } = context;
  const start = startOf(target.object, path, context);
  const end = start && follow(start, target.path, [...path, 'path'], context);
  if (end?.isTopLevel !== true || end.root.set !== undefined) return end;
  const who = target.object ?? context.class?.name;
  found.add([...path, 'path'], `"${end.root.name}" of ${who} cannot be written`);
  return undefined;
}

interface Start {
  readonly handle: ExposedObjectHandle;
  readonly class: ExposedClass;
}

/** Without an object, the path starts at the object whose function runs. */
function startOf(object: string | undefined, path: DocumentPath, context: Context): Start | undefined {
  if (object !== undefined) return requireObject(object, [...path, 'object'], context);
  if (context.class !== undefined) return sampleOf(context.class, context);
  context.found.add(path, 'the object is missing', { expected: 'object: the source key of one' });
  return undefined;
}

function sampleOf(cls: ExposedClass, { trial }: Context): Start | undefined {
  const handle = trial.sample(cls);
  return handle && { handle, class: cls };
}

/** Returns the object of an action; undefined if that is an error or only known at run time. */
function requireObject(object: Json, path: DocumentPath, context: Context): Start | undefined {
  const { trial, objects, names, types, found } = context;
  if (dependsOnRun(object)) return undefined;
  const key = String(object);
  const className = names.keys.get(key)?.className ?? objects.spawnedClass(key);
  if (className !== undefined) {
    const handle = trial.service.objects.bySourceKey(key);
    if (handle !== undefined) return { handle, class: handle.class };
    const cls = types.find(className);
    return cls && sampleOf(cls, context);
  }
  // Ids are only known at run time, except those that start with a key of the scene.
  if (/^-?\d+$/.test(key)) return undefined;
  found.add(path, `unknown object "${key}"`, {
    expected: 'the source key of an object, or of one that a spawn creates',
    hint: nearestName(key, [...names.keys.keys(), ...objects.spawnedKeys]),
  });
  return undefined;
}

/** Follows a path that may lead elsewhere during the run. */
function follow(
  start: Start,
  text: string,
  path: DocumentPath,
  { trial, found }: Context,
): PropertyRef | undefined {
  const end = followPath(trial.service, { ...start, isAtStart: false }, text);
  if (end === undefined || !('problem' in end)) return end;
  addProblem(found, path, end, 'value');
  return undefined;
}

function checkConstant(type: Type | undefined, value: Json, path: DocumentPath, context: Context): void {
  if (type !== undefined && !dependsOnRun(value)) checkValue(type, value, path, context);
}

/** Checks that all variables in a value exist. */
function checkVariables(json: Json, path: DocumentPath, context: Context): void {
  if (typeof json === 'string') {
    for (const name of variablesOf(json)) checkVariable(name, path, context);
  } else if (typeof json === 'object' && json !== null) {
    const items = Array.isArray(json) ? json.entries() : Object.entries(json);
    for (const [at, item] of items) checkVariables(item, [...path, at], context);
  }
}

function checkVariable(name: string, path: DocumentPath, context: Context): void {
  const { found } = context;
  if (context.class === undefined) {
    found.add(path, `$${name} has no value on the timeline`, { expected: '$$ for a dollar sign' });
  } else if (name.startsWith('self.')) {
    const start = sampleOf(context.class, context);
    if (start !== undefined) follow(start, name.slice('self.'.length), path, context);
  } else {
    const known = (context.function?.parameters ?? []).map(({ definition }) => definition.name);
    if (!known.includes(name))
      found.add(path, `the function has no parameter "${name}"`, { hint: nearestName(name, known) });
  }
}

/** Checks a value that becomes a string. */
function checkText(json: Json | undefined, path: DocumentPath, { found }: Context): void {
  const operator = operatorOf(json);
  if (operator?.name !== 'concat') return found.requireOwnText(path, json);
  const texts = Array.isArray(operator.operands) ? operator.operands : [];
  for (const [i, text] of texts.entries()) found.requireOwnText([...path, 'concat', i], text);
}

/** Checks that a value is one of a few choices. */
function checkChoice(
  given: Json | undefined,
  accepted: readonly string[],
  shown: readonly string[],
  path: DocumentPath,
  { found }: Context,
): void {
  if (given === undefined || dependsOnRun(given) || accepted.includes(String(given))) return;
  found.add(path, `"${given}" is not possible here`, {
    expected: `one of ${shown.join(', ')}`,
    hint: nearestName(String(given), shown),
  });
}

function checkSpawn(
  { class: className, name, key, values = {} }: NonNullable<ActionSpec['spawn']>,
  path: DocumentPath,
  context: Context,
): void {
  const { types, found } = context;
  checkText(name, [...path, 'name'], context);
  checkText(key, [...path, 'key'], context);
  if (typeof key === 'string' && !dependsOnRun(key)) checkSpawnedKey(key, [...path, 'key'], context);
  const cls = types.find(className);
  if (cls === undefined || !cls.isEngineClass || cls.isAbstract) {
    const known = types.all().filter((each) => each.isEngineClass && !each.isAbstract);
    const derived = known.filter((each) => cls !== undefined && each.isA(cls));
    const names = known.map((each) => each.name);
    found.add([...path, 'class'], noComponent(className, cls), {
      ...(derived.length > 0 && { expected: derived.map((each) => each.name).join(', ') }),
      hint: cls === undefined ? nearestName(className, names) : undefined,
    });
    return;
  }
  for (const [member, value] of Object.entries(values)) {
    const at = [...path, 'values', member];
    const type = cls.kind === 'component' ? cls.member(member)?.type : undefined;
    if (type === undefined) addProblem(found, at, noMember(cls, member));
    else checkConstant(type, value, at, context);
  }
}

function checkSpawnedKey(key: string, path: DocumentPath, { names, objects, found }: Context): void {
  if (key === '' || /[.[\]/]/.test(key))
    found.add(path, `"${key}" cannot be a source key`, { expected: 'a string without . [ ] /' });
  checkKey(key, path, found);
  const taken = names.keys.get(key);
  if (taken === undefined || objects.canBeDestroyed(key)) return;
  found.add(path, `the source key "${key}" is taken, by ${found.otherPlace(taken.path)}`, {
    expected: 'a key of its own',
  });
}

function noComponent(name: string, cls: ExposedClass | undefined): string {
  if (cls === undefined) return `unknown component class "${name}"`;
  if (cls.isAbstract) return `"${name}" is abstract`;
  return `"${name}" is a ${cls.kind} and no component`;
}

function checkDestroy(object: Json, path: DocumentPath, context: Context): void {
  const target = requireObject(object, path, context);
  if (target === undefined || target.class.isEngineClass) return;
  context.found.add(path, `"${object}" is a ${target.class.kind} class and not an object of a scene`, {
    expected: 'the source key of an object in a scene',
  });
}

function checkAssetKey(key: string, path: DocumentPath, { names, found }: Context): void {
  const known = [...names.guids].flat();
  if (dependsOnRun(key) || known.includes(key)) return;
  found.add(path, `unknown asset "${key}"`, { hint: nearestName(key, known) });
}
