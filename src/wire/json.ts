/**
 * JSON with exact integers: those beyond 2^53 are bigint. It imports nothing, because the service and the client share
 * it.
 */

export type Json = null | boolean | number | bigint | string | Json[] | { [member: string]: Json };

export type JsonObject = { [member: string]: Json };

/** Matches the beginning of an integer that a double may not represent; also some strings that look like one. */
const longInteger = /(?:^|[[,:\s])-?\d{16}/;

/** @throws SyntaxError */
export function parseJson(text: string): Json {
  const json = JSON.parse(text) as Json;
  return longInteger.test(text) || hasEscapedName(text) ? parseValidJson(text, parseScalar) : json;
}

const integer = /^-?\d+$/;
/** A sign and 17 digits always exceed 2^53. */
const minUnsafeChars = 18;

/** Parses a number, or `true`, `false` or `null`. */
export function parseScalar(text: string): Json {
  const isExact = !integer.test(text) || (text.length < minUnsafeChars && Number.isSafeInteger(Number(text)));
  return isExact ? (JSON.parse(text) as Json) : BigInt(text);
}

/*
 * JSON.parse of V8 13.6 (Node.js 24) and later misreads escaped names: after an object with the name `\`, it takes
 * `"\u0078"` at the same point of another object for `\`. So texts with escaped names are parsed here.
 */

const quote = 34;
const colon = 58;
const backslash = 92;

/** True if a valid JSON text has a name with an escape. */
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
  /** In an object: the name of the next value. */
  name: string | undefined;
}

/**
 * Parses valid JSON of any depth. If an object has a name twice, the last value counts.
 * @param scalar parses a number, or `true`, `false` or `null`
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

/** Returns the offset after the string that contains `at`. */
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

/** True for a character that ends a number or a word, or separates values. */
function isBetween(char: string): boolean {
  return ' \n\r\t,:]}'.includes(char);
}

function put(top: Open, json: Json): void {
  if (Array.isArray(top.json)) top.json.push(json);
  else setMember(top.json, top.name!, json);
  top.name = undefined;
}

/** Sets a member, even one named `__proto__`. */
function setMember(object: JsonObject, name: string, json: Json): void {
  if (name === '__proto__') {
    const member = { value: json, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(object, name, member);
  } else object[name] = json;
}
