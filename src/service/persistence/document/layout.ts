import { type Json, stringifyJson } from '../../json.js';

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
export function layOut(json: Json, layout: Layout): string {
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
