import { createScanner } from 'jsonc-parser';
import { parseJson } from '../../../wire/json.js';
import { type Json, stringifyJson } from '../../json.js';

/** A value of another text, valid: put somewhere, its scalars and its members stay as they are written there. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  json(): Json {
    return parseJson(this.text);
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

/** JSON text of a value that is an item in `layout`; of a value that is text its spaces alone are others. */
export function layOut(value: Json | JsonText, layout: Layout): string {
  const text = value instanceof JsonText ? value.text : stringifyJson(value);
  const scanner = createScanner(text, true);
  const around = [layout];
  let laidOut = '';
  let isEmpty = false;
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const token = text.slice(scanner.getTokenOffset(), scanner.getPosition());
    const inner = around.at(-1)!;
    const isCloser = token === '}' || token === ']';
    if (isCloser) around.pop();
    if (isCloser && !isEmpty && inner.isMultiline) laidOut += leadOf(around.at(-1)!);
    if (!isCloser && isEmpty && inner.isMultiline) laidOut += leadOf(inner);
    isEmpty = token === '{' || token === '[';
    if (isEmpty) around.push(innerLayout(inner));
    if (token === ':') laidOut += layout.colon;
    else if (token === ',') laidOut += `,${leadOf(inner)}`;
    else laidOut += token;
  }
  return laidOut;
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
