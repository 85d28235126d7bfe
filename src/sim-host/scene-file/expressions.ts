import type { Json } from '../../service/index.js';

/** Where `$name` and `$self.member` get their values. */
export interface Scope {
  readonly args: Readonly<Record<string, unknown>>;
  /** The value of a member of the object that the function runs on. */
  readonly self: (path: string) => unknown;
}

const variable = /\$(\$|self\.[A-Za-z_][\w/]*|[A-Za-z_]\w*)/g;

/** What an object with one key computes from its evaluated operands. */
const operators: Readonly<Record<string, (operands: unknown[]) => unknown>> = {
  sum: (operands) => operands.reduce((sum: number, each) => sum + Number(each), 0),
  difference: ([first, ...rest]) => rest.reduce((left: number, each) => left - Number(each), Number(first)),
  product: (operands) => operands.reduce((product: number, each) => product * Number(each), 1),
  concat: (operands) => operands.map(String).join(''),
  not: ([operand]) => !operand,
};

/**
 * The value of an expression: a text that is one variable gives its value as it is, variables inside a longer text are
 * filled in (`$$` is a dollar sign), `{sum: […]}` and its like compute, everything else stands for itself.
 */
export function evaluate(expression: Json | undefined, scope: Scope): Json {
  if (typeof expression === 'string') return evaluateText(expression, scope);
  if (Array.isArray(expression)) return expression.map((item) => evaluate(item, scope));
  if (typeof expression !== 'object' || expression === null) return expression ?? null;
  const entries = Object.entries(expression);
  const operator = entries.length === 1 ? operators[entries[0]![0]] : undefined;
  if (operator !== undefined) {
    const operands = evaluate(entries[0]![1], scope);
    return operator(Array.isArray(operands) ? operands : [operands]) as Json;
  }
  return Object.fromEntries(entries.map(([name, value]) => [name, evaluate(value, scope)]));
}

function evaluateText(text: string, scope: Scope): Json {
  const whole = text.match(variable);
  if (whole?.length === 1 && whole[0] === text && text !== '$$') return lookUp(text.slice(1), scope) as Json;
  return text.replace(variable, (_, name: string) =>
    name === '$' ? '$' : String(lookUp(name, scope) ?? ''),
  );
}

function lookUp(name: string, scope: Scope): unknown {
  return name.startsWith('self.') ? scope.self(name.slice('self.'.length)) : (scope.args[name] ?? null);
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
