import { type Json, stringifyJson } from '../../json.js';
import * as $ from './bytes.js';
import { parseText } from './parse.js';

/** A value of another text, valid: put somewhere, its scalars and its members stay as they are written there. */
export class JsonText {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  json(): Json {
    return parseText(this.bytes);
  }
}

/** How the text around a place is laid out: what is added there is written in the same way. */
export interface Layout {
  /** Whether each item of a list or an object has a line of its own. */
  readonly isMultiline: boolean;
  /** The indentation of the lines that the items are on. */
  readonly indent: string;
  /** By how much items inside are indented further. */
  readonly unit: string;
  readonly newline: string;
  /** What stands between the name of a member and its value. */
  readonly colon: string;
}

/** The layout of a file that this service begins. */
export const usualLayout: Layout = { isMultiline: true, indent: '', unit: '  ', newline: '\n', colon: ': ' };

/** The layout of what is inside an item. */
export function innerLayout(layout: Layout): Layout {
  return layout.isMultiline ? { ...layout, indent: layout.indent + layout.unit } : layout;
}

/** What is before an item that has no neighbour to go by: a new line, or the space behind a comma. */
export function leadOf({ isMultiline, newline, indent, colon }: Layout): string {
  if (isMultiline) return newline + indent;
  return /\s$/.test(colon) ? ' ' : '';
}

/** JSON text of a value that is an item in `layout`. */
export function layOut(json: Json | JsonText, layout: Layout): string {
  if (json instanceof JsonText) return layOutText(json.bytes, layout);
  if (typeof json !== 'object' || json === null) return stringifyJson(json);
  let text = '';
  const pending: (string | { readonly json: Json; readonly layout: Layout })[] = [{ json, layout }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') text += next;
    else if (typeof next.json !== 'object' || next.json === null) text += stringifyJson(next.json);
    else {
      const isArray = Array.isArray(next.json);
      const items = Object.entries(next.json);
      const inner = innerLayout(next.layout);
      const end = items.length > 0 && inner.isMultiline ? leadOf(next.layout) : '';
      text += isArray ? '[' : '{';
      pending.push(end + (isArray ? ']' : '}'));
      for (let i = items.length - 1; i >= 0; i--) {
        const [name, value] = items[i]!;
        const lead = i > 0 ? `,${leadOf(inner)}` : inner.isMultiline ? leadOf(inner) : '';
        pending.push({ json: value, layout: inner });
        pending.push(isArray ? lead : lead + JSON.stringify(name) + inner.colon);
      }
    }
  }
  return text;
}

/** The same for a value that is text: its spaces alone are others. */
function layOutText(bytes: Uint8Array, layout: Layout): string {
  let text = '';
  const open = [layout];
  for (let at = $.skipSpace(bytes, 0), next = at; at < bytes.length; at = $.skipSpace(bytes, next)) {
    const byte = bytes[at]!;
    const around = open.at(-1)!;
    next = at + 1;
    if (byte === $.openBrace || byte === $.openBracket) {
      const inner = innerLayout(around);
      const isFilled = !isCloser(bytes[$.skipSpace(bytes, next)]);
      text += $.textOf(bytes, at, next) + (isFilled && inner.isMultiline ? leadOf(inner) : '');
      open.push(inner);
    } else if (isCloser(byte)) {
      open.pop();
      const isFilled = !'[{'.includes(text.at(-1)!);
      text += (isFilled && around.isMultiline ? leadOf(open.at(-1)!) : '') + $.textOf(bytes, at, next);
    } else if (byte === $.comma) text += `,${leadOf(around)}`;
    else if (byte === $.colon) text += around.colon;
    else {
      next = byte === $.quote ? $.skipString(bytes, at) : $.skipWord(bytes, at);
      text += $.textOf(bytes, at, next);
    }
  }
  return text;
}

function isCloser(byte: number | undefined): boolean {
  return byte === $.closeBrace || byte === $.closeBracket;
}

/** The layout of items of which the first is preceded by `head` and the last followed by `tail`, else that of `around`. */
export function layoutBetween(head: string, tail: string, around: Layout, colon: string | undefined): Layout {
  const isMultiline = head.includes('\n');
  const ownColon = colon === undefined || colon.includes('\n') ? around.colon : colon;
  if (!isMultiline) return { ...around, isMultiline, colon: ownColon };
  const indent = afterNewline(head);
  const outer = tail.includes('\n') ? afterNewline(tail) : around.indent;
  const isDeeper = indent.length > outer.length && indent.startsWith(outer);
  return {
    isMultiline,
    indent,
    unit: isDeeper ? indent.slice(outer.length) : around.unit,
    newline: head.includes('\r\n') ? '\r\n' : '\n',
    colon: ownColon,
  };
}

export function afterNewline(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}
