import type { Json, JsonObject } from '../json.js';
import { setMember } from '../json-parser.js';
import { endOfString } from './exact-integers.js';
import { membersOf } from './json-form.js';

/** So many characters are read at a time, at least: a slice takes a millisecond or a few. */
const sliceCharacters = 32 * 1024;

const quote = 34;
const comma = 44;
const openBracket = 91;
const openBrace = 123;
const closeBracket = 93;
const closeBrace = 125;

/** An array or an object that has begun. */
interface Open {
  /** The place of its bracket. */
  readonly start: number;
  readonly isArray: boolean;
  /** What has been read of it; undefined before anything has, and forever where it is small. */
  json: Json[] | JsonObject | undefined;
  /** Where begins what has not been read. */
  from: number;
  /** What has been read ends in a value: a comma comes next, or the end. */
  isBehindValue: boolean;
  /** The place of the last string in it: where a value begins, that is its name. */
  name: number;
}

/** Reads a piece of a text. @throws SyntaxError for what is no JSON */
type ReadPiece = (text: string) => Json;

/** What has been read, and how many members it holds: of those with the same name one. */
export interface Read {
  readonly value: Json;
  readonly members: number;
}

/** A text that is no JSON. `head` and what begins at `at` in the text are none for the same reason. */
export class NoJson extends Error {
  readonly head: string;
  readonly at: number;

  constructor(head: string, at: number) {
    super('no JSON');
    this.head = head;
    this.at = at;
  }
}

/**
 * Reads a long JSON text in slices, between which others are served: what is long is cut at its commas, and the pieces are read
 * one by one, as arrays and objects of their own. Of members with the same name the last counts.
 * @throws NoJson
 */
export function* readInSlices(
  text: string,
  read: ReadPiece,
  characters = sliceCharacters,
): Generator<void, Read> {
  const reader = new SliceReader(text, read);
  let readTo = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === quote) {
      reader.string(i);
      i = endOfString(text, i);
      if (i < 0) break;
    } else if (code === openBracket || code === openBrace) reader.open(i, code === openBracket);
    else if (code === closeBracket || code === closeBrace) {
      if (reader.close(i, code === closeBracket)) return reader.end(i + 1);
    } else if (code === comma && i - readTo >= characters) {
      reader.readTo(i);
      readTo = i;
      yield;
    }
  }
  return reader.end(text.length);
}

/** Stands for a value that is somewhere else in the text. Next to anything but a comma or a colon it is no JSON. */
const standIn = '""';

/** Blanks, and a comma behind them. */
const toComma = /^[ \t\n\r]*(,?)/;

class SliceReader {
  readonly #text: string;
  readonly #read: ReadPiece;
  readonly #open: Open[] = [];
  /** So many of them, the outer ones, have been read in part. */
  #begun = 0;
  #root: Json | undefined;
  #members = 0;

  constructor(text: string, read: ReadPiece) {
    this.#text = text;
    this.#read = read;
  }

  string(at: number): void {
    const top = this.#open.at(-1);
    if (top !== undefined) top.name = at;
  }

  open(at: number, isArray: boolean): void {
    this.#open.push({ start: at, isArray, json: undefined, from: at + 1, isBehindValue: false, name: -1 });
  }

  /** True when nothing is open any more. */
  close(at: number, isArray: boolean): boolean {
    const closed = this.#open.at(-1);
    if (closed?.json !== undefined) {
      if (closed.isArray !== isArray) throw this.#noJson(closed);
      this.#take(closed, at, '');
      this.#begun--;
      const outer = this.#open.at(-2);
      if (outer !== undefined) isRead(outer, at + 1);
    }
    this.#open.pop();
    return this.#open.length === 0;
  }

  /** Reads everything before a comma. */
  readTo(at: number): void {
    for (let i = Math.max(this.#begun - 1, 0); i < this.#open.length; i++) {
      const open = this.#open[i]!;
      if (open.json === undefined) open.json = this.#begin(open, this.#open[i - 1]);
      const inner = this.#open[i + 1];
      if (inner === undefined) this.#take(open, at, '');
      else this.#take(open, inner.start, standIn);
      isRead(open, at);
    }
  }

  /** What is left of the text begins at `at`. */
  end(at: number): Read {
    if (this.#root === undefined) {
      const value = this.#parse(this.#text);
      return { value, members: membersOf(value) };
    }
    const top = this.#open[this.#begun - 1];
    if (top !== undefined) throw this.#noJson(top);
    this.#parse(standIn + this.#text.slice(at), new NoJson(standIn, at));
    return { value: this.#root, members: this.#members };
  }

  /** What is in it is read from now on; what it is in has taken a stand-in for it. */
  #begin(open: Open, outer: Open | undefined): Json[] | JsonObject {
    const json = open.isArray ? [] : {};
    this.#begun++;
    if (outer === undefined) {
      this.#parse(this.#text.slice(0, open.start) + standIn);
      this.#root = json;
    } else if (Array.isArray(outer.json)) outer.json[outer.json.length - 1] = json;
    else {
      const { name } = outer;
      const text = this.#text.slice(name, endOfString(this.#text, name) + 1);
      setMember(outer.json!, JSON.parse(text) as string, json);
    }
    return json;
  }

  /** Takes what has not been read of it before `to`. @param last stands for what begins there */
  #take(open: Open, to: number, last: string): void {
    let piece = this.#text.slice(open.from, to);
    if (open.isBehindValue) {
      const [blanks, hasComma] = toComma.exec(piece)!;
      if (hasComma === '') {
        if (last === '' && blanks === piece) return;
        throw this.#noJson(open);
      }
      piece = piece.slice(blanks.length);
    }
    const text = open.isArray ? `[${piece}${last}]` : `{${piece}${last}}`;
    const json = this.#parse(text, open);
    this.#members += membersOf(json);
    let isEmpty = true;
    if (Array.isArray(json)) {
      const all = open.json as Json[];
      for (const item of json) all.push(item);
      isEmpty = json.length === 0;
    } else {
      const all = open.json as JsonObject;
      for (const name in json as JsonObject) {
        if (Object.hasOwn(all, name)) this.#members--;
        setMember(all, name, (json as JsonObject)[name]!);
        isEmpty = false;
      }
    }
    // There is a comma before it, or behind it.
    if (isEmpty) throw this.#noJson(open);
  }

  #parse(piece: string, ifNot: Open | NoJson = new NoJson('', 0)): Json {
    try {
      return this.#read(piece);
    } catch {
      throw ifNot instanceof NoJson ? ifNot : this.#noJson(ifNot);
    }
  }

  /** What has not been read of it goes on as no JSON does. */
  #noJson(open: Open): NoJson {
    return new NoJson(this.#headOf(open), open.from);
  }

  /** A short text that what has not been read of it goes on as the whole text does. */
  #headOf(open: Open): string {
    let head = '';
    for (const each of this.#open) {
      head += each.isArray ? '[' : '{';
      if (each === open) break;
      if (!each.isArray) head += `${standIn}:`;
    }
    if (!open.isBehindValue) return head;
    return head + (open.isArray ? standIn : `${standIn}:${standIn}`);
  }
}

function isRead(open: Open, to: number): void {
  open.from = to;
  open.isBehindValue = true;
}
