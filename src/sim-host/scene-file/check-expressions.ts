import type { Json } from '../../service/index.js';
import { ArrayType } from '../../service/types/array.js';
import { AssetType } from '../../service/types/asset.js';
import { CompositeType } from '../../service/types/composite.js';
import { EnumType } from '../../service/types/enum.js';
import { plainType } from '../../service/types/nullable.js';
import type { Type } from '../../service/types/type.js';
import type { ValueType } from '../../service/types/values/value-type.js';
import { isNumberType } from '../../wire/value-types.js';
import type { DynamicContext } from './check-context.js';
import { followPath } from './check-paths.js';
import { type DiagnosticList, nearest } from './diagnostics.js';
import {
  isExpression,
  type Operator,
  operatorOf,
  variablesOf,
  wholeVariable,
  withoutVariables,
} from './expressions.js';
import type { DocumentPath } from './source.js';

/** Checks a value that is only known when it runs: its variables exist, and their types fit. */
export function checkDynamic(type: Type, json: Json, path: DocumentPath, context: DynamicContext): void {
  const operator = operatorOf(json);
  if (operator !== undefined) {
    checkOperands(operator.name, operator.operands, [...path, operator.name], context);
    requireFit(operator.result, type, path, context);
    return;
  }
  if (typeof json !== 'string') return void checkVariables(json, path, context);
  if (!checkVariables(json, path, context)) return;
  const name = wholeVariable(json);
  if (name !== undefined) {
    const from = typeOfVariable(name, context);
    if (from !== undefined && !isAssignable(from, type))
      context.found.add(path, `$${name} is a ${from.name}`, { expected: type.name });
    return;
  }
  const isNumberText = /^[\d\s.eE+-]*$/.test(withoutVariables(json));
  if (kindOf(type) !== 'text' && !(kindOf(type) === 'number' && isNumberText) && !isNamed(type)) {
    context.found.add(path, `"${json}" is a text`, { expected: type.name });
  }
}

/** Checks an expression whose value may be anything: texts of logs and notifications, results without a type. */
export function checkAnything(json: Json | undefined, path: DocumentPath, context: DynamicContext): void {
  const operator = operatorOf(json);
  if (operator !== undefined)
    checkOperands(operator.name, operator.operands, [...path, operator.name], context);
  else checkVariables(json, path, context);
}

/** The same for what is shown as a text. */
export function checkText(json: Json | undefined, path: DocumentPath, context: DynamicContext): void {
  checkAnything(json, path, context);
  context.found.requireOwnText(path, json);
}

/** @returns whether all variables mean something */
export function checkVariables(json: Json | undefined, path: DocumentPath, context: DynamicContext): boolean {
  let isRight = true;
  for (const name of variablesOf(json)) isRight = checkVariable(name, path, context) && isRight;
  return isRight;
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

export function typeOfVariable(name: string, { model, variables }: DynamicContext): Type | undefined {
  if (!name.startsWith('self.')) return variables.parameters.get(name)?.type;
  const cls = variables.className === undefined ? undefined : model.class(variables.className);
  const end = cls && followPath(model, { class: cls }, name.slice('self.'.length));
  return end === undefined || end.problem !== undefined ? undefined : end.type;
}

/** What is computed with has to be numbers, but for texts that are joined and what `not` turns around, which may be anything. */
function checkOperands(name: string, operands: Json, path: DocumentPath, context: DynamicContext): void {
  const list = Array.isArray(operands) ? operands : [operands];
  const check = name === 'concat' ? checkText : name === 'not' ? checkAnything : checkNumber;
  for (const [i, operand] of list.entries()) {
    const at = Array.isArray(operands) ? [...path, i] : path;
    check(operand, at, context);
  }
}

function checkNumber(operand: Json, path: DocumentPath, context: DynamicContext): void {
  const isText = typeof operand === 'string' && operand.trim() !== '' && Number.isFinite(Number(operand));
  if (isExpression(operand)) checkDynamic(context.model.table.type('Double'), operand, path, context);
  else if (typeof operand !== 'number' && typeof operand !== 'bigint' && !isText)
    context.found.add(path, 'only numbers can be computed with', { expected: 'a number' });
}

function requireFit(
  result: Operator['result'],
  type: Type,
  path: DocumentPath,
  { found }: { found: DiagnosticList },
): void {
  const kind = kindOf(type);
  if (kind === 'text' || kind === result || (isNamed(type) && result !== 'truth')) return;
  found.add(path, `the result is ${{ number: 'a number', text: 'a text', truth: 'true or false' }[result]}`, {
    expected: type.name,
  });
}

/** True for the types that hold one number. */
export function isNumber(type: Type): boolean {
  return isNumberType(plainType(type).name);
}

/** What a type takes of a computed value; undefined for those that take none. */
function kindOf(type: Type): 'number' | 'text' | 'truth' | undefined {
  const { name } = plainType(type);
  if (isNumberType(name)) return 'number';
  return name === 'String' ? 'text' : name === 'Boolean' ? 'truth' : undefined;
}

/** Enums and assets are named by texts, which may be put together. */
function isNamed(type: Type): boolean {
  const plain = plainType(type);
  return plain instanceof EnumType || plain instanceof AssetType;
}

/** False where a value of `from` can never be written to `to`. */
function isAssignable(from: Type, to: Type): boolean {
  const source = plainType(from);
  const target = plainType(to);
  if (source.name === target.name) return true;
  if (target instanceof ArrayType) {
    return source instanceof ArrayType && isAssignable(source.element, target.element);
  }
  if (source instanceof ArrayType) return false;
  if (target instanceof CompositeType) {
    if (!(source instanceof CompositeType)) return false;
    const [a, b] = [source.class, target.class];
    return a === undefined || b === undefined || a.isA(b) || b.isA(a);
  }
  if (source instanceof CompositeType) return false;
  const hasParts = (type: Type) => (type as { valueType?: ValueType }).valueType?.parts !== undefined;
  if (hasParts(source) || hasParts(target)) return hasParts(source) && hasParts(target);
  const [give, take] = [kindOf(source), kindOf(target)];
  if (take === 'text') return true;
  if (take === 'truth') return false;
  if (take === 'number') return give === 'number' || give === 'text';
  return give === 'text' || (give === 'number' && target instanceof EnumType);
}
