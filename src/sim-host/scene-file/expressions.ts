import type { Json } from '../../service/index.js';
import { isJsonObject } from '../../service/json.js';
import { difference, product, sum } from './arithmetic.js';

/** Where `$name` and `$self.member` get their values. */
export interface Scope {
  readonly args: Readonly<Record<string, unknown>>;
  /** The value of a member of the object that the function runs on. */
  readonly self: (path: string) => unknown;
  /** How a value is written in a text: `$name` and `$self.member` as the service shows them. */
  readonly textOf?: (name: string, value: unknown) => string;
}

const variable = /\$(\$|self\.[A-Za-z_][\w/]*|[A-Za-z_]\w*)/g;

/** What an object with one key computes from its evaluated operands, and what comes out. */
const operators: Readonly<
  Record<string, { result: Operator['result']; compute: (operands: unknown[]) => unknown }>
> = {
  sum: { result: 'number', compute: sum },
  difference: { result: 'number', compute: difference },
  product: { result: 'number', compute: product },
  concat: { result: 'text', compute: (operands) => operands.map(String).join('') },
  not: { result: 'truth', compute: ([operand]) => !operand },
};

/** A mapping that computes. */
export interface Operator {
  readonly name: string;
  readonly operands: Json;
  readonly result: 'number' | 'text' | 'truth';
}

/** What a mapping computes; undefined for one that stands for itself. */
export function operatorOf(expression: Json | undefined): Operator | undefined {
  if (!isJsonObject(expression)) return undefined;
  const [entry, ...others] = Object.entries(expression);
  if (entry === undefined || others.length > 0 || !Object.hasOwn(operators, entry[0])) return undefined;
  return { name: entry[0], operands: entry[1]!, result: operators[entry[0]]!.result };
}

/** True for what has another value when it runs: a text with a variable, or a mapping that computes. */
export function isExpression(json: Json | undefined): boolean {
  if (typeof json === 'string') return !variablesOf(json).next().done;
  return operatorOf(json) !== undefined;
}

/** The name of the variable that a text is, without the dollar sign; undefined for any other text. */
export function wholeVariable(text: string): string | undefined {
  const whole = text.match(variable);
  return whole?.length === 1 && whole[0] === text && text !== '$$' ? text.slice(1) : undefined;
}

/** What is left of a text without its variables. */
export function withoutVariables(text: string): string {
  return text.replace(variable, '');
}

/**
 * The value of an expression: a text that is one variable gives its value as it is, variables inside a longer text are
 * filled in (`$$` is a dollar sign), `{sum: […]}` and its like compute, everything else stands for itself.
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
      const value = operator.result === 'text' ? evaluateInText(each, scope) : evaluate(each, scope);
      return Array.isArray(operands) ? [value] : value;
    });
    return operators[operator.name]!.compute(list) as Json;
  }
  const entries = Object.entries(expression);
  return Object.fromEntries(entries.map(([name, value]) => [name, evaluate(value!, scope)]));
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

/** An operand of a text: a variable as the service shows it. */
function evaluateInText(expression: Json, scope: Scope): Json {
  const value = evaluate(expression, scope);
  const whole = typeof expression === 'string' ? wholeVariable(expression) : undefined;
  return typeof value === 'number' && whole !== undefined ? (scope.textOf?.(whole, value) ?? value) : value;
}

function lookUp(name: string, scope: Scope): unknown {
  if (name.startsWith('self.')) return scope.self(name.slice('self.'.length));
  return Object.hasOwn(scope.args, name) ? (scope.args[name] ?? null) : null;
}

/** The variables that an expression uses, without the dollar sign. */
export function* variablesOf(expression: Json | undefined): Generator<string> {
  if (typeof expression === 'string') {
    for (const [, name] of expression.matchAll(variable)) if (name !== '$') yield name!;
  } else if (Array.isArray(expression)) {
    for (const item of expression) yield* variablesOf(item);
  } else if (typeof expression === 'object' && expression !== null) {
    for (const item of Object.values(expression)) yield* variablesOf(item);
  }
}
