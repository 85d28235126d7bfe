/** JSON with exact integers: those beyond 2^53 are bigint. The service and the client read it, so that it imports nothing. */

export type Json = null | boolean | number | bigint | string | Json[] | { [member: string]: Json };

export type JsonObject = { [member: string]: Json };

/** Where an integer begins that a double may not hold; a string may look like it. */
const longInteger = /(?:^|[[,:\s])-?\d{16}/;

/** @throws SyntaxError */
export function parseJson(text: string): Json {
  const json = JSON.parse(text) as Json;
  return longInteger.test(text) || hasEscapedName(text) ? parseValidJson(text, parseScalar) : json;
}

const integer = /^-?\d+$/;
/** A sign and 17 digits are beyond 2^53. */
const surelyBeyond = 18;

/** The value of a scalar's JSON text. */
export function parseScalar(text: string): Json {
  const isExact = !integer.test(text) || (text.length < surelyBeyond && Number.isSafeInteger(Number(text)));
  return isExact ? (JSON.parse(text) as Json) : BigInt(text);
}

/*
 * JSON.parse of V8 13.6 (Node.js 24) and later misreads names that have an escape: in a place where it has met the name `\`, it takes
 * `"\u0078"` and every other escape for it, and `"a\u0078"` for `a\` likewise. So texts with such names are parsed here.
 */

const quote = 34;
const colon = 58;
const backslash = 92;

/** Whether a name in a text that JSON.parse takes is written with an escape. */
export function hasEscapedName(text: string): boolean {
  for (let at = text.indexOf('\\'); at >= 0; ) {
    const end = endOfString(text, at);
    if (text.charCodeAt(skipSpace(text, end)) === colon) return true;
    at = text.indexOf('\\', end);
  }
  return false;
}

interface Open {
  readonly json: Json[] | JsonObject;
  /** In an object: the name whose value comes next. */
  name: string | undefined;
}

/**
 * Returns the value of a text that JSON.parse takes, however deep. Of members with the same name the last counts.
 * @param scalar makes a value of a number, or of `true`, `false` or `null`
 * @param onDuplicate receives each name that an object has twice, and its offset
 */
export function parseValidJson(
  text: string,
  scalar: (text: string) => Json,
  onDuplicate?: (name: string, offset: number) => void,
): Json {
  const outer: Json[] = [];
  const open: Open[] = [{ json: outer, name: undefined }];
  let next = 0;
  for (let at = 0; at < text.length; at = next) {
    const char = text[at]!;
    const top = open.at(-1)!;
    next = at + 1;
    if (char === '}' || char === ']') open.pop();
    else if (char === '{' || char === '[') {
      const json = char === '{' ? {} : [];
      put(top, json);
      open.push({ json, name: undefined });
    } else if (char === '"') {
      next = endOfString(text, next);
      const string = JSON.parse(text.slice(at, next)) as string;
      if (!Array.isArray(top.json) && top.name === undefined) {
        if (Object.hasOwn(top.json, string)) onDuplicate?.(string, at);
        top.name = string;
      } else put(top, string);
    } else if (!isBetween(char)) {
      while (next < text.length && !isBetween(text[next]!)) next++;
      put(top, scalar(text.slice(at, next)));
    }
  }
  return outer[0]!;
}

/** The place behind the string that `at` is inside of. */
function endOfString(text: string, at: number): number {
  let end = at;
  for (; text.charCodeAt(end) !== quote; end++) if (text.charCodeAt(end) === backslash) end++;
  return end + 1;
}

function skipSpace(text: string, at: number): number {
  let i = at;
  while (' \n\r\t'.includes(text[i] ?? '.')) i++;
  return i;
}

/** Whether a character ends a number or a word, or stands between values. */
function isBetween(char: string): boolean {
  return ' \n\r\t,:]}'.includes(char);
}

function put(top: Open, json: Json): void {
  if (Array.isArray(top.json)) top.json.push(json);
  else setMember(top.json, top.name!, json);
  top.name = undefined;
}

/** Also a member of the name `__proto__`. */
export function setMember(object: JsonObject, name: string, json: Json): void {
  if (name === '__proto__') {
    const member = { value: json, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(object, name, member);
  } else object[name] = json;
}
