import type { Json, JsonObject } from '../../json.js';
import * as $ from './bytes.js';

/** An integer that a double may not hold, or what looks like one inside a string. */
const longInteger = /(?<![\d.eE+])\d{16,}(?![\d.eE])/;

/** JSON.parse of V8 13.6 and later may take the name `\"` for `\` when it has met both. */
const escapedQuote = '"\\"';

/**
 * The value of JSON text that has been validated, however deep. Integers of 16 digits and more become bigint; of members
 * with the same name the last counts.
 */
export function parseText(bytes: Uint8Array, start = 0, end = bytes.length): Json {
  const text = $.textOf(bytes, start, end);
  const isPlain = !longInteger.test(text) && !text.includes(escapedQuote);
  return isPlain ? (JSON.parse(text) as Json) : parseExactly(bytes, start, end);
}

interface Open {
  readonly json: Json[] | JsonObject;
  /** In an object: the name whose value comes next. */
  name: string | undefined;
}

function parseExactly(bytes: Uint8Array, start: number, end: number): Json {
  const outer: Json[] = [];
  const open: Open[] = [{ json: outer, name: undefined }];
  let next = start;
  for (let at = start; at < end; at = next) {
    const byte = bytes[at]!;
    const top = open.at(-1)!;
    next = at + 1;
    if (byte === $.closeBrace || byte === $.closeBracket) open.pop();
    else if (byte === $.openBrace || byte === $.openBracket) {
      const json = byte === $.openBrace ? {} : [];
      put(top, json);
      open.push({ json, name: undefined });
    } else if (byte === $.quote) {
      next = $.skipString(bytes, at);
      const string = JSON.parse($.textOf(bytes, at, next)) as string;
      if (!Array.isArray(top.json) && top.name === undefined) top.name = string;
      else put(top, string);
    } else if (byte !== $.comma && byte !== $.colon && !$.isSpace(byte)) {
      next = $.skipWord(bytes, at);
      put(top, scalar($.textOf(bytes, at, next)));
    }
  }
  return outer[0]!;
}

const wholeInteger = /^-?\d{16,}$/;

function scalar(text: string): Json {
  return wholeInteger.test(text) ? BigInt(text) : (JSON.parse(text) as Json);
}

function put(top: Open, json: Json): void {
  if (Array.isArray(top.json)) top.json.push(json);
  else if (top.name === '__proto__') {
    const member = { value: json, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(top.json, top.name, member);
  } else top.json[top.name!] = json;
  top.name = undefined;
}
