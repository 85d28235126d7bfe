/** A value of a JSON text and its location. */
export interface Span {
  readonly kind: 'object' | 'array' | 'string' | 'other';
  readonly start: number;
  readonly end: number;
  readonly members: readonly Member[];
  readonly items: readonly Span[];
}

export interface Member {
  readonly name: string;
  /** The start of its name. */
  readonly start: number;
  readonly value: Span;
}

/** A half-open range of a text. */
export type Region = readonly [start: number, end: number];

/** Finds the locations of the values in a JSON text. */
export function scan(text: string): Span {
  let at = 0;
  const space = () => {
    while (' \t\r\n'.includes(text[at] ?? '?')) at++;
  };
  const string = () => {
    const start = at++;
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    at++;
    return JSON.parse(text.slice(start, at)) as string;
  };
  const value = (): Span => {
    const start = at;
    const members: Member[] = [];
    const items: Span[] = [];
    const kind = { '{': 'object', '[': 'array', '"': 'string' }[text[at]!] ?? 'other';
    if (kind === 'string') string();
    else if (kind === 'other') while (/[^\s,\]}]/.test(text[at] ?? ' ')) at++;
    else {
      at++;
      for (space(); text[at] !== '}' && text[at] !== ']'; space()) {
        if (text[at] === ',') {
          at++;
          continue;
        }
        if (kind === 'array') items.push(value());
        else {
          const nameStart = at;
          const name = string();
          space();
          at++;
          space();
          members.push({ name, start: nameStart, value: value() });
        }
      }
      at++;
    }
    return { kind: kind as Span['kind'], start, end: at, members, items };
  };
  // Skips a byte order mark.
  if (text.startsWith('\uFEFF')) at++;
  space();
  return value();
}

/** The text before, between and after the members or items of a value. */
export function gapsOf({ start, end, members, items }: Span): Region[] {
  const parts: Region[] = [
    ...members.map((each): Region => [each.start, each.value.end]),
    ...items.map((each): Region => [each.start, each.end]),
  ];
  const edges: Region[] = [[start, start + 1], ...parts, [end - 1, end]];
  return edges.slice(1).map(([next], i): Region => [edges[i]![1], next]);
}

/** A part of a value with its separators. */
export function withGaps(of: Span, index: number): Region {
  const gaps = gapsOf(of);
  return [gaps[index]![0], gaps[index + 1]![1]];
}

/** True if `after` equals `before` outside of the regions. */
export function differsOnlyIn(before: string, after: string, regions: readonly Region[]): boolean {
  if (before === after) return true;
  const merged: [number, number][] = [];
  for (const [start, end] of [...regions].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  if (merged.length === 0) return false;
  const first = before.slice(0, merged[0]![0]);
  const last = before.slice(merged.at(-1)![1]);
  if (!after.startsWith(first) || !after.endsWith(last)) return false;
  let at = first.length;
  for (const [i, [, end]] of merged.slice(0, -1).entries()) {
    const between = before.slice(end, merged[i + 1]![0]);
    const found = after.indexOf(between, at);
    if (found < 0) return false;
    at = found + between.length;
  }
  return at <= after.length - last.length;
}

/** True if new text has the layout of its neighbours, for example on one line. */
export function hasLineEndsOf(before: string, after: string): boolean {
  // An empty file is laid out by the service.
  if (/[[{]\s*[\]}]/.test(before)) return true;
  const kinds = (text: string) => new Set(text.match(/\r?\n/g));
  const known = kinds(before);
  return [...kinds(after)].every((kind) => known.has(kind));
}

/** The first difference of two texts, for reports. */
export function firstDifference(before: string, after: string): string {
  const a = before.split('\n');
  const b = after.split('\n');
  const from = a.findIndex((line, i) => line !== b[i]);
  const at = from < 0 ? a.length : from;
  let same = 0;
  while (same < Math.min(a.length, b.length) - at && a.at(-1 - same) === b.at(-1 - same)) same++;
  const lines = (of: string[], sign: string) =>
    of.slice(at, of.length - same).map((line) => `  ${sign} ${line}`);
  return [`line ${at + 1}`, ...lines(a, '-'), ...lines(b, '+')].join('\n');
}
