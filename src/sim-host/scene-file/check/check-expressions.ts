import { isJsonObject } from '../../../service/common/json.js';
import type { Json } from '../../../service/index.js';
import { ArrayType } from '../../../service/types/array.js';
import { CompositeType } from '../../../service/types/composite.js';
import { EnumType } from '../../../service/types/enum.js';
import { plainType } from '../../../service/types/nullable.js';
import type { Type } from '../../../service/types/type.js';
import type { ValueType } from '../../../service/types/values/value-type.js';
import { isNumberType } from '../../../wire/value-types.js';
import { nearest } from '../diagnostics.js';
import { operatorOf, variablesOf, wholeVariable } from '../run/expressions.js';
import type { DocumentPath } from '../source.js';
import type { DynamicContext } from './check-context.js';
import { followPath } from './check-paths.js';

/**
 * Checks an expression for a type: its variables must exist, and a single variable must fit the type. Other results
 * are only known at run time.
 */
export function checkDynamic(type: Type, json: Json, path: DocumentPath, context: DynamicContext): void {
  if (!checkVariables(json, path, context) || typeof json !== 'string') return;
  const name = wholeVariable(json);
  const from = name === undefined ? undefined : typeOfVariable(name, context);
  if (from !== undefined && !isAssignable(from, type))
    context.found.add(path, `$${name} is a ${from.name}`, { expected: type.name });
}

/** Checks an expression that becomes a string. */
export function checkText(json: Json | undefined, path: DocumentPath, context: DynamicContext): void {
  checkVariables(json, path, context);
  const operator = operatorOf(json);
  if (operator?.name !== 'concat') return context.found.requireOwnText(path, json);
  const texts = Array.isArray(operator.operands) ? operator.operands : [];
  for (const [i, text] of texts.entries()) context.found.requireOwnText([...path, 'concat', i], text);
}

/** Checks that all variables in a value exist. @returns true if they do */
export function checkVariables(json: Json | undefined, path: DocumentPath, context: DynamicContext): boolean {
  if (typeof json === 'string')
    return [...variablesOf(json)].map((name) => checkVariable(name, path, context)).every(Boolean);
  if (!Array.isArray(json) && !isJsonObject(json)) return true;
  const items = Array.isArray(json) ? json.entries() : Object.entries(json);
  return [...items].map(([at, item]) => checkVariables(item, [...path, at], context)).every(Boolean);
}

function checkVariable(
  name: string,
  path: DocumentPath,
  { model, found, variables }: DynamicContext,
): boolean {
  const { className, parameters } = variables;
  if (className === undefined) {
    found.add(path, `$${name} has no value on the timeline`, { expected: '$$ for a dollar sign' });
    return false;
  }
  if (!name.startsWith('self.')) {
    if (parameters.has(name)) return true;
    found.add(path, `the function has no parameter "${name}"`, { hint: nearest(name, parameters.keys()) });
    return false;
  }
  const cls = model.class(className);
  const end = cls && followPath(model, { class: cls }, name.slice('self.'.length));
  if (end?.problem === undefined) return true;
  const { problem, ...more } = end;
  found.add(path, problem, more);
  return false;
}

function typeOfVariable(name: string, { model, variables }: DynamicContext): Type | undefined {
  if (!name.startsWith('self.')) return variables.parameters.get(name)?.type;
  const cls = variables.className === undefined ? undefined : model.class(variables.className);
  const end = cls && followPath(model, { class: cls }, name.slice('self.'.length));
  return end === undefined || end.problem !== undefined ? undefined : end.type;
}

/** True for types of a single number. */
export function isNumber(type: Type): boolean {
  return isNumberType(plainType(type).name);
}

/** False if a value of `from` can never be written to `to`. */
function isAssignable(from: Type, to: Type): boolean {
  const source = plainType(from);
  const target = plainType(to);
  if (source.name === target.name) return true;
  if (source instanceof ArrayType || target instanceof ArrayType)
    return (
      source instanceof ArrayType &&
      target instanceof ArrayType &&
      isAssignable(source.element, target.element)
    );
  if (source instanceof CompositeType || target instanceof CompositeType) {
    if (!(source instanceof CompositeType && target instanceof CompositeType)) return false;
    const [a, b] = [source.class, target.class];
    return a === undefined || b === undefined || a.isA(b) || b.isA(a);
  }
  if (hasParts(source) || hasParts(target)) return hasParts(source) && hasParts(target);
  if (target.name === 'String') return true;
  if (target.name === 'Boolean') return false;
  // Strings can be converted to numbers, enums and assets.
  return source.name === 'String' || (isNumber(source) && (isNumber(target) || target instanceof EnumType));
}

function hasParts(type: Type): boolean {
  return (type as { valueType?: ValueType }).valueType?.parts !== undefined;
}
