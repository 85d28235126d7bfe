import { isJsonObject } from '../../../service/common/json.js';
import type { Json } from '../../../service/index.js';

/** Returns the values of `$name` and `$self.member`. */
export interface Scope {
  readonly args: Readonly<Record<string, unknown>>;
  /** Returns a member of the object that the function runs on. */
  readonly self: (path: string) => unknown;
  /** Converts a variable within a string to text as the service shows it. */
  readonly textOf?: (name: string, value: unknown) => string;
}

const variable = /\$(\$|self\.[A-Za-z_][\w/]*|[A-Za-z_]\w*)/g;

/** The operators by key; each computes a value from its evaluated operands. */
const operators: Readonly<Record<string, (operands: unknown[]) => unknown>> = {
  sum: arithmetic('sum', (a, b) => a + b, 0),
  difference: arithmetic('difference', (a, b) => a - b),
  product: arithmetic('product', (a, b) => a * b, 1),
  concat: (operands) => operands.map(String).join(''),
  not: ([operand]) => !operand,
};

/** A mapping that is an operator. */
interface Operator {
  readonly name: string;
  readonly operands: Json;
}

/** Combines numbers from left to right. @param initial the first operand; by default the first of the given ones */
function arithmetic(name: string, combine: (a: number, b: number) => number, initial?: number) {
  return (operands: unknown[]): number => {
    const numbers = operands.map((operand) => toNumber(operand, name));
    const [first = 0, ...others] = initial === undefined ? numbers : [initial, ...numbers];
    return others.reduce((a, b) => {
      const result = combine(a, b);
      const isExact = !Number.isSafeInteger(a) || !Number.isSafeInteger(b) || Number.isSafeInteger(result);
      if (isExact) return result;
      throw notExact(name, `${a} and ${b}`);
    }, first);
  };
}

const numberText = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$|^(?:NaN|-?Infinity)$/;
const integerText = /^\s*[+-]?\d+\s*$/;

/** Converts an operand to a number; null, as for a missing argument, is 0. */
function toNumber(operand: unknown, operation: string): number {
  if (operand === null || operand === undefined) return 0;
  if (typeof operand === 'number') return operand;
  const text = String(operand);
  const isNumber = typeof operand === 'bigint' || (typeof operand === 'string' && numberText.test(text));
  if (!isNumber) {
    const shown = typeof operand === 'string' ? JSON.stringify(operand) : text;
    throw new Error(`${operation}: expected a number, got ${shown}`);
  }
  const number = Number(operand);
  if (integerText.test(text) && !Number.isSafeInteger(number)) throw notExact(operation, text);
  return number;
}

function notExact(operation: string, operands: string): Error {
  return new Error(`${operation}: no exact result for ${operands}; integers must stay within 2^53`);
}

/** Returns the operator of a mapping; undefined for any other value. */
function operatorOf(expression: Json | undefined): Operator | undefined {
  if (!isJsonObject(expression)) return undefined;
  const [entry, ...others] = Object.entries(expression);
  if (entry === undefined || others.length > 0 || !Object.hasOwn(operators, entry[0])) return undefined;
  return { name: entry[0], operands: entry[1]! };
}

/** True for an expression that depends on the run: a string with a variable, or an operator. */
function isExpression(json: Json | undefined): boolean {
  if (typeof json === 'string') return !variablesOf(json).next().done;
  return operatorOf(json) !== undefined;
}

/** True if any part of a value depends on the run. */
export function dependsOnRun(json: Json | undefined): boolean {
  if (isExpression(json)) return true;
  if (typeof json !== 'object' || json === null) return false;
  return Object.values(json).some(dependsOnRun);
}

/** Returns the variable that a string consists of, without the dollar sign; undefined for any other string. */
function wholeVariable(text: string): string | undefined {
  const whole = text.match(variable);
  return whole?.length === 1 && whole[0] === text && text !== '$$' ? text.slice(1) : undefined;
}

/**
 * Evaluates an expression. A string that is one variable returns its value; variables within a longer string are
 * inserted (`$$` is a dollar sign); operators such as `{sum: […]}` are computed; any other value is returned
 * unchanged.
 */
export function evaluate(expression: Json | undefined, scope: Scope): Json {
  if (typeof expression === 'string') return evaluateText(expression, scope);
  if (Array.isArray(expression)) return expression.map((item) => evaluate(item, scope));
  if (!isJsonObject(expression)) return expression ?? null;
  const operator = operatorOf(expression);
  if (operator !== undefined) {
    const { operands } = operator;
    const given = Array.isArray(operands) ? operands : [operands];
    const list = given.flatMap((each) => {
      const value = operator.name === 'concat' ? evaluateInText(each, scope) : evaluate(each, scope);
      return Array.isArray(operands) ? [value] : value;
    });
    return operators[operator.name]!(list) as Json;
  }
  const entries = Object.entries(expression);
  return Object.fromEntries(entries.map(([name, value]) => [name, evaluate(value!, scope)]));
}

/** Returns the sum of two values. @throws Error if one is not a number, or beyond the exact integers */
export function add(a: unknown, b: unknown): Json {
  return operators.sum!([a, b]) as Json;
}

function evaluateText(text: string, scope: Scope): Json {
  const whole = wholeVariable(text);
  if (whole !== undefined) return lookUp(whole, scope) as Json;
  return text.replace(variable, (_, name: string) => {
    if (name === '$') return '$';
    const value = lookUp(name, scope) ?? '';
    return scope.textOf?.(name, value) ?? String(value);
  });
}

/** Evaluates an operand of a string; variables are inserted as the service shows them. */
function evaluateInText(expression: Json, scope: Scope): Json {
  const value = evaluate(expression, scope);
  const whole = typeof expression === 'string' ? wholeVariable(expression) : undefined;
  return typeof value === 'number' && whole !== undefined ? (scope.textOf?.(whole, value) ?? value) : value;
}

function lookUp(name: string, scope: Scope): unknown {
  if (name.startsWith('self.')) return scope.self(name.slice('self.'.length));
  return Object.hasOwn(scope.args, name) ? (scope.args[name] ?? null) : null;
}

/** Returns the variables of an expression, without the dollar sign. */
export function* variablesOf(expression: Json | undefined): Generator<string> {
  if (typeof expression === 'string') {
    for (const [, name] of expression.matchAll(variable)) if (name !== '$') yield name!;
  } else if (Array.isArray(expression)) {
    for (const item of expression) yield* variablesOf(item);
  } else if (typeof expression === 'object' && expression !== null) {
    for (const item of Object.values(expression)) yield* variablesOf(item);
  }
}
