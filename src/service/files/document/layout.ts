import { createScanner } from 'jsonc-parser';
import { type Json, stringifyJson } from '../../common/json.js';

/** The layout of the text around a path; added items get the same layout. */
export interface Layout {
  /** True if each item has a line of its own. */
  readonly isMultiline: boolean;
  /** The indentation of the items. */
  readonly indent: string;
  /** The additional indentation of nested items. */
  readonly owner: string;
  readonly newline: string;
  /** The text between a member's name and its value. */
  readonly colon: string;
}

/** The layout of a new file. */
export const usualLayout: Layout = { isMultiline: true, indent: '', owner: '  ', newline: '\n', colon: ': ' };

/** Returns the layout of the items inside an item. */
export function innerLayout(layout: Layout): Layout {
  return layout.isMultiline ? { ...layout, indent: layout.indent + layout.owner } : layout;
}

/** Returns the text before an item without a neighbour: a new line, or the space after a comma. */
export function leadOf({ isMultiline, newline, indent, colon }: Layout): string {
  if (isMultiline) return newline + indent;
  return /\s$/.test(colon) ? ' ' : '';
}

/** Formats a value as an item in `layout`. */
export function layOut(value: Json, layout: Layout): string {
  const text = stringifyJson(value);
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

/** Returns the layout of items between `head` and `tail`; missing details come from `around`. */
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
    owner: isDeeper ? indent.slice(outer.length) : around.owner,
    newline: head.includes('\r\n') ? '\r\n' : '\n',
    colon: ownColon,
  };
}

export function afterNewline(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}
