import { type Json, stringifyJson } from '../../json.js';
import { toTheEnd } from '../../to-the-end.js';
import type { Steps } from '../slices.js';
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

/** What is indented by more characters is on one line: of what nests deeply most would be spaces. */
const deepestIndent = 40;

/** The layout of what is inside an item. */
export function innerLayout(layout: Layout): Layout {
  if (!layout.isMultiline) return layout;
  const indent = layout.indent + layout.unit;
  return indent.length > deepestIndent ? { ...layout, isMultiline: false } : { ...layout, indent };
}

/** What is before an item that has no neighbour to go by: a new line, or the space behind a comma. */
export function leadOf({ isMultiline, newline, indent, colon }: Layout): string {
  if (isMultiline) return newline + indent;
  return /\s$/.test(colon) ? ' ' : '';
}

/** An array or object that is being written. */
interface Open {
  readonly json: { readonly [name: string]: Json };
  readonly names: readonly string[];
  readonly isArray: boolean;
  next: number;
}

/** What stands around the items of one depth. */
interface Leads {
  readonly first: string;
  readonly next: string;
  readonly end: string;
}

/** Pieces that are made one text at a time: more of them at once are as many objects for the collector. */
const piecesAtOnce = 4096;

/** JSON text of a value that is an item in `layout`; it takes no stack, and as little memory as its text. */
export function layOut(json: Json | JsonText, layout: Layout): string {
  return toTheEnd(laidOut(json, layout));
}

/** The same in steps. */
export function* laidOut(json: Json | JsonText, layout: Layout): Steps<string> {
  if (json instanceof JsonText) return layOutText(json.bytes, layout);
  const pieces = yield* layOutInSteps(json, layout);
  return pieces.length === 1 ? pieces[0]! : pieces.join('');
}

/** The same in pieces. */
export function* layOutInSteps(json: Json, layout: Layout): Steps<string[]> {
  if (typeof json !== 'object' || json === null) return [stringifyJson(json)];
  const leads: Leads[] = [];
  const open: Open[] = [];
  const texts: string[] = [];
  let pieces: string[] = [];
  let inner = layout;
  const begin = (value: Json[] | { [name: string]: Json }) => {
    const isArray = Array.isArray(value);
    pieces.push(isArray ? '[' : '{');
    open.push({ json: value as Open['json'], names: Object.keys(value), isArray, next: 0 });
    if (leads.length >= open.length) return;
    const outer = inner;
    inner = innerLayout(outer);
    const first = inner.isMultiline ? leadOf(inner) : '';
    leads.push({ first, next: `,${leadOf(inner)}`, end: inner.isMultiline ? leadOf(outer) : '' });
  };
  begin(json);
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const { isArray, names } = last;
    const { first, next, end } = leads[open.length - 1]!;
    const name = names[last.next];
    if (name === undefined) {
      if (names.length > 0) pieces.push(end);
      pieces.push(isArray ? ']' : '}');
      open.pop();
      continue;
    }
    pieces.push(last.next++ === 0 ? first : next);
    if (!isArray) pieces.push(JSON.stringify(name), layout.colon);
    const value = last.json[name]!;
    if (typeof value === 'object' && value !== null) begin(value);
    else pieces.push(stringifyJson(value));
    if (pieces.length < piecesAtOnce) continue;
    texts.push(pieces.join(''));
    pieces = [];
    yield 0;
  }
  return [...texts, pieces.join('')];
}

/** The same for a value that is text: its spaces alone are others. */
function layOutText(bytes: Uint8Array, layout: Layout): string {
  const pieces: string[] = [];
  const open = [layout];
  /** Whether what is open last has anything in it. */
  let isFilled = false;
  for (let at = $.skipSpace(bytes, 0), next = at; at < bytes.length; at = $.skipSpace(bytes, next)) {
    const byte = bytes[at]!;
    const around = open.at(-1)!;
    next = at + 1;
    if (byte === $.openBrace || byte === $.openBracket) {
      const inner = innerLayout(around);
      isFilled = !isCloser(bytes[$.skipSpace(bytes, next)]);
      pieces.push($.textOf(bytes, at, next), isFilled && inner.isMultiline ? leadOf(inner) : '');
      open.push(inner);
    } else if (isCloser(byte)) {
      open.pop();
      pieces.push(isFilled && around.isMultiline ? leadOf(open.at(-1)!) : '', $.textOf(bytes, at, next));
      isFilled = true;
    } else if (byte === $.comma) pieces.push(`,${leadOf(around)}`);
    else if (byte === $.colon) pieces.push(around.colon);
    else {
      next = byte === $.quote ? $.skipString(bytes, at) : $.skipWord(bytes, at);
      pieces.push($.textOf(bytes, at, next));
    }
  }
  return pieces.join('');
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
