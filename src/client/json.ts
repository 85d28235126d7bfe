/** JSON; integers beyond 2^53 are bigint. */
export type Json =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Json[]
  | { readonly [member: string]: Json | undefined };

/** May be found in a text as well, which costs time and nothing else; ids, which are texts, and fractions are not looked at. */
const longInteger = /(?:^|[:[,])\s*-?\d{16}/;

/** @throws SyntaxError */
export function parseJson(text: string): Json {
  const json = JSON.parse(text) as Json;
  return longInteger.test(text) || hasEscapedName(text) ? parseValidJson(text) : json;
}

/**
 * Whether a name is written with an escape: JSON.parse of V8 13.6 and later misreads those in places where it has met the
 * name `\`.
 */
function hasEscapedName(text: string): boolean {
  for (let at = text.indexOf('\\'); at >= 0; ) {
    const end = endOfString(text, at);
    let next = end;
    while (isSpace(text[next])) next++;
    if (text[next] === ':') return true;
    at = text.indexOf('\\', end);
  }
  return false;
}

interface Open {
  readonly list?: Json[];
  readonly members?: [string, Json][];
  /** In an object: the name whose value comes next. */
  name?: string | undefined;
}

/** The value of a text that JSON.parse takes, however deep and long, with integers beyond 2^53 as bigint. */
function parseValidJson(text: string): Json {
  const outer: Json[] = [];
  const open: Open[] = [{ list: outer }];
  const put = (value: Json) => {
    const top = open.at(-1)!;
    if (top.list !== undefined) top.list.push(value);
    else top.members!.push([top.name!, value]);
    top.name = undefined;
  };
  let next = 0;
  for (let at = 0; at < text.length; at = next) {
    const char = text[at]!;
    next = at + 1;
    if (char === '{' || char === '[') open.push(char === '{' ? { members: [] } : { list: [] });
    else if (char === '}' || char === ']') {
      const { list, members } = open.pop()!;
      put(list ?? Object.fromEntries(members!));
    } else if (char === '"') {
      next = endOfString(text, next);
      const string = JSON.parse(text.slice(at, next)) as string;
      const top = open.at(-1)!;
      if (top.members !== undefined && top.name === undefined) top.name = string;
      else put(string);
    } else if (char !== ',' && char !== ':' && !isSpace(char)) {
      while (next < text.length && !/[\s,\]}]/.test(text[next]!)) next++;
      const word = text.slice(at, next);
      const isLong = /^-?\d+$/.test(word) && !Number.isSafeInteger(Number(word));
      put(isLong ? BigInt(word) : (JSON.parse(word) as Json));
    }
  }
  return outer[0]!;
}

/** The place behind the string that `at` is inside of. No regular expression: those run out of stack in long texts. */
function endOfString(text: string, at: number): number {
  let end = at;
  for (;;) {
    end = text.indexOf('"', end) + 1;
    let before = end - 2;
    while (text[before] === '\\') before--;
    if ((end - before) % 2 === 0) return end;
  }
}

function isSpace(char: string | undefined): boolean {
  return char === ' ' || char === '\n' || char === '\r' || char === '\t';
}

/** JSON in which a bigint is an integer, and NaN and the infinities are the strings that hosts take for them. */
export function toJson(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return `"${value}"`;
  if (typeof value !== 'object' || value === null || 'toJSON' in value)
    return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(toJson).join()}]`;
  const members = Object.entries(value).filter(
    ([, each]) => each !== undefined && typeof each !== 'function',
  );
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${toJson(each)}`).join()}}`;
}
