import type { ExposedClass, Json } from '../../../service/index.js';
import { plainType } from '../../../service/types/nullable.js';
import { logLevels } from '../../engine/index.js';
import { nearest } from '../diagnostics.js';
import type { ActionSpec, Named } from '../document.js';
import { notificationTypes } from '../document.js';
import { isExpression, wholeVariable } from '../run/expressions.js';
import type { DocumentPath } from '../source.js';
import { type ActionObjects, requireObject } from './action-objects.js';
import type { DynamicContext } from './check-context.js';
import { checkText, checkVariables, isNumber } from './check-expressions.js';
import { checkKey } from './check-objects.js';
import { followPath, type PathEnd } from './check-paths.js';
import { addUnknownMember, checkValue } from './check-values.js';

export interface ActionContext extends DynamicContext {
  readonly objects: ActionObjects;
  /** Type of the result of the function; undefined without a result and on the timeline. */
  readonly returns?: string | undefined;
}

/** Finds errors in actions: objects, members, values, classes, assets and variables that do not exist or fit. */
export function checkActions(
  actions: readonly ActionSpec[],
  path: DocumentPath,
  context: ActionContext,
): void {
  for (const [i, action] of actions.entries()) checkAction(action, [...path, i], context);
}

function checkAction(action: ActionSpec, path: DocumentPath, context: ActionContext): void {
  const { set, add, toggle, log, notify, ask, spawn, destroy, loadAsset } = action;
  if (set !== undefined) checkSet(set, [...path, 'set'], context);
  if (add !== undefined) checkAdd(add, [...path, 'add'], context);
  if (toggle !== undefined) checkToggle(toggle, [...path, 'toggle'], context);
  if (log !== undefined) {
    const levels = (text: string) => logLevels.find((each) => each.toLowerCase() === text.toLowerCase());
    checkChoice(log.level, levels, logLevels, [...path, 'log', 'level'], context);
    checkText(log.message, [...path, 'log', 'message'], context);
  }
  if (action.throw !== undefined) checkText(action.throw, [...path, 'throw'], context);
  if (notify !== undefined) {
    const { type, ...texts } = notify;
    const types = (text: string) => notificationTypes.find((each) => each === text);
    checkChoice(type, types, notificationTypes, [...path, 'notify', 'type'], context);
    for (const [name, text] of Object.entries(texts)) checkText(text, [...path, 'notify', name], context);
  }
  if (ask !== undefined) {
    const { then = {}, answer: _, ...texts } = ask;
    for (const [name, text] of Object.entries(texts)) checkText(text, [...path, 'ask', name], context);
    for (const [choice, actions] of Object.entries(then)) {
      // The function has already returned when the prompt is answered.
      checkActions(actions, [...path, 'ask', 'then', choice], { ...context, returns: undefined });
    }
  }
  if (spawn !== undefined) checkSpawn(spawn, [...path, 'spawn'], context);
  if (destroy !== undefined) checkDestroy(destroy.object, [...path, 'destroy', 'object'], context);
  if (loadAsset !== undefined) checkAssetKey(loadAsset, [...path, 'loadAsset'], context);
  if (action.return !== undefined) checkReturn(action.return, [...path, 'return'], context);
}

type Target = NonNullable<ActionSpec['toggle']>;

function checkSet(set: Target & { value: Json }, path: DocumentPath, context: ActionContext): void {
  const end = checkTarget(set, path, context);
  const at = [...path, 'value'];
  if (end?.type !== undefined) checkValue(end.type, set.value, at, { ...context, onReference: () => {} });
  else checkVariables(set.value, at, context);
}

function checkAdd(add: Target & { value: Json }, path: DocumentPath, context: ActionContext): void {
  const { type } = checkTarget(add, path, context) ?? {};
  const at = [...path, 'value'];
  if (type !== undefined && !isNumber(type)) {
    context.found.add([...path, 'path'], `a ${type.name} cannot be added to`, { expected: 'a number' });
  } else if (isExpression(add.value) || type === undefined) checkVariables(add.value, at, context);
  else checkValue(type, add.value, at, context);
}

function checkToggle(toggle: Target, path: DocumentPath, context: ActionContext): void {
  const { type } = checkTarget(toggle, path, context) ?? {};
  if (type === undefined || plainType(type).name === 'Boolean') return;
  context.found.add([...path, 'path'], `a ${type.name} cannot be turned around`, { expected: 'a Boolean' });
}

/** Returns the property that an action writes; undefined if that is an error or only known at run time. */
function checkTarget(target: Target, path: DocumentPath, context: ActionContext): PathEnd | undefined {
  const { model, found, variables, objects } = context;
  const start = startOf(target.object, path, context);
  if (start === undefined) return undefined;
  const end = followPath(model, { ...start, changing: objects.changing }, target.path);
  if (end.problem !== undefined) {
    const { problem, ...more } = end;
    found.add([...path, 'path'], problem, more);
    return undefined;
  }
  if (end.member !== undefined && end.member.set === undefined) {
    const who = target.object ?? variables.className;
    found.add([...path, 'path'], `"${end.member.name}" of ${who} cannot be written`);
    return undefined;
  }
  return end;
}

/** Without an object, the path starts at the object whose function runs. */
function startOf(
  object: string | undefined,
  path: DocumentPath,
  context: ActionContext,
): { class: ExposedClass; target?: object | undefined } | undefined {
  const { model, found, variables } = context;
  if (object !== undefined) return requireObject(object, [...path, 'object'], context);
  if (variables.className === undefined) {
    found.add(path, 'the object is missing', { expected: 'object: the source key of one' });
    return undefined;
  }
  const cls = model.class(variables.className);
  return cls && { class: cls };
}

/** Checks that a text, or the default of its parameter, is one of a few choices. */
function checkChoice(
  given: Json | undefined,
  find: (text: string) => string | undefined,
  known: readonly string[],
  path: DocumentPath,
  context: ActionContext,
): void {
  const { found, variables } = context;
  if (given === undefined || !checkVariables(given, path, context)) return;
  const parameter = typeof given === 'string' ? wholeVariable(given) : undefined;
  if (parameter === undefined && isExpression(given)) return;
  const text = parameter === undefined ? given : variables.parameters.get(parameter)?.default;
  if (text === undefined || (typeof text === 'string' && find(text) !== undefined)) return;
  const whose = parameter === undefined ? `"${text}"` : `"${text}", the default of "${parameter}",`;
  found.add(path, `${whose} is not possible here`, {
    expected: `one of ${known.join(', ')}`,
    hint: nearest(String(text), known),
  });
}

function checkSpawn(
  { class: className, name, key, values = {} }: NonNullable<ActionSpec['spawn']>,
  path: DocumentPath,
  context: ActionContext,
): void {
  const { model, found, objects } = context;
  checkText(name, [...path, 'name'], context);
  checkText(key, [...path, 'key'], context);
  if (typeof key === 'string' && !isExpression(key)) {
    if (key === '' || /[.[\]/]/.test(key)) {
      found.add([...path, 'key'], `"${key}" cannot be a source key`, {
        expected: 'a string without . [ ] /',
      });
    }
    checkKey(key, [...path, 'key'], found);
    const taken = model.names.keys.get(key);
    if (taken !== undefined && !objects.canBeDestroyed(key)) {
      found.add([...path, 'key'], `the source key "${key}" is taken, by ${found.otherPlace(taken.path)}`, {
        expected: 'a key of its own',
      });
    }
  }
  const cls = model.class(className);
  if (cls === undefined || !cls.isEngineClass || cls.isAbstract) {
    const known = model.table.all().filter((each) => each.isEngineClass && !each.isAbstract);
    const derived = known.filter((each) => cls !== undefined && each.isA(cls));
    found.add([...path, 'class'], noComponent(className, cls), {
      ...(derived.length > 0 && { expected: derived.map((each) => each.name).join(', ') }),
      hint:
        cls === undefined
          ? nearest(
              className,
              known.map((each) => each.name),
            )
          : undefined,
    });
  } else checkMembers(cls, values, [...path, 'values'], context);
}

function noComponent(name: string, cls: ExposedClass | undefined): string {
  if (cls === undefined) return `unknown component class "${name}"`;
  if (cls.isAbstract) return `"${name}" is abstract`;
  return `"${name}" is a ${cls.definition.kind} and no component`;
}

function checkMembers(
  cls: ExposedClass,
  values: Named<Json>,
  path: DocumentPath,
  context: ActionContext,
): void {
  for (const [name, value] of Object.entries(values)) {
    const member = cls.definition.kind === 'component' ? cls.member(name) : undefined;
    if (member === undefined) addUnknownMember(cls, name, [...path, name], context.found);
    else checkValue(member.type, value, [...path, name], { ...context, onReference: () => {} });
  }
}

function checkDestroy(object: Json, path: DocumentPath, context: ActionContext): void {
  const target = requireObject(object, path, context);
  if (target === undefined || target.class.isEngineClass) return;
  context.found.add(
    path,
    `"${object}" is a ${target.class.definition.kind} class and not an object of a scene`,
    {
      expected: 'the source key of an object in a scene',
    },
  );
}

function checkAssetKey(key: string, path: DocumentPath, context: ActionContext): void {
  const { names } = context.model;
  if (!checkVariables(key, path, context) || isExpression(key) || names.assets.has(key)) return;
  context.found.add(path, `unknown asset "${key}"`, { hint: nearest(key, names.assets) });
}

function checkReturn(value: Json, path: DocumentPath, context: ActionContext): void {
  const { model, returns } = context;
  const type = returns === undefined ? undefined : model.type(returns);
  // Null means the default of the type.
  if (type === undefined || value === null) checkVariables(value, path, context);
  else checkValue(type, value, path, { ...context, onReference: () => {} });
}
