import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { names, objectTexts, valueTexts } from '../../../../test/support/json-texts.js';
import { checkAlways } from '../../../../test/support/random.js';
import { parseJson } from '../../../wire/json.js';
import { type Json, type JsonObject, stringifyJson } from '../../common/json.js';
import { layOut, usualLayout } from './layout.js';
import { type ArrayItem, type Edit, editText } from './text-edits.js';

const edited = (text: string, ...edits: Edit[]): string => editText(text, edits, usualLayout);
const parsed = (text: string): Json => parseJson(text);

/** Applies an edit to a value. */
function applied(json: Json, edit: Edit): Json {
  const root = structuredClone(json) as JsonObject;
  const at = (path: readonly (string | number)[]) =>
    path.reduce<Json>((holder, step) => (holder as JsonObject)[step]!, root);
  if (edit.kind === 'arrange') {
    const list = at(edit.path) as Json[];
    const order = edit.order.map((place) =>
      typeof place === 'number' ? list[place]! : structuredClone(place.value),
    );
    list.splice(0, list.length, ...order);
  } else {
    const step = edit.path.at(-1)!;
    const holder = at(edit.path.slice(0, -1));
    if (edit.kind === 'remove' && Array.isArray(holder)) holder.splice(step as number, 1);
    else if (edit.kind === 'remove') delete (holder as JsonObject)[step];
    else {
      const member = { value: edit.value, writable: true, enumerable: true, configurable: true };
      Object.defineProperty(holder, step, member);
    }
  }
  return root;
}

/** Every path inside a value. */
function pathsIn(json: Json, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof json !== 'object' || json === null) return [path];
  const steps = Array.isArray(json) ? json.keys() : Object.keys(json);
  return [path, ...[...steps].flatMap((step) => pathsIn((json as JsonObject)[step]!, [...path, step]))];
}

type Path = readonly (string | number)[];

function insert(path: Path, list: readonly Json[], index: number, value: Json): Edit {
  return { kind: 'arrange', path, order: ([...list.keys()] as ArrayItem[]).toSpliced(index, 0, { value }) };
}

function move(path: Path, list: readonly Json[], from: number, to: number): Edit {
  const order = [...list.keys()];
  order.splice(to, 0, ...order.splice(from, 1));
  return { kind: 'arrange', path, order };
}

/** Removes some elements, reverses the rest or not, and inserts new ones. */
function rearrange(path: Path, list: readonly Json[], a: number, b: number, value: Json): Edit {
  const order: ArrayItem[] = [...list.keys()].filter((index) => (a >> (index % 20)) % 3 !== 0);
  if (b % 2 === 0) order.reverse();
  for (let i = order.length; i >= 0; i--) if ((b >> (i % 20)) % 3 === 0) order.splice(i, 0, { value });
  return { kind: 'arrange', path, order };
}

/** The index of the only new element if all others stay. */
function insertionOf({ length }: readonly Json[], order: readonly ArrayItem[]): number | undefined {
  const index = order.findIndex((item) => typeof item !== 'number');
  const isAlone = index >= 0 && order.toSpliced(index, 1).every((item, i) => item === i);
  return isAlone && order.length === length + 1 ? index : undefined;
}

/** Makes an edit that `json` allows from random numbers. */
function editOf(
  json: Json,
  [place, kind, a, b]: readonly number[],
  name: string,
  value: Json,
): Edit | undefined {
  const paths = pathsIn(json);
  const path = paths[place! % paths.length]!;
  const current = path.reduce<Json>((holder, step) => (holder as JsonObject)[step]!, json);
  const wanted = kind! % 5;
  if (wanted === 0 && path.length > 0) return { kind: 'remove', path };
  if (wanted === 1 && path.length > 0) return { kind: 'set', path, value };
  if (Array.isArray(current)) {
    if (wanted === 2 && current.length > 0)
      return move(path, current, a! % current.length, b! % current.length);
    if (wanted === 3) return rearrange(path, current, a!, b!, value);
    if (path.length > 0) return insert(path, current, a! % (current.length + 1), value);
  }
  if (typeof current === 'object' && current !== null) return { kind: 'set', path: [...path, name], value };
  return undefined;
}

const draws = fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat());
/** A negative zero is written as zero, as JSON.stringify does. */
const values = valueTexts.map((text) => parsed(text.replaceAll('-0', '0')));

test('edits of a text change its value as edits of the value do', () => {
  let changed = 0;
  let runs = 0;
  checkAlways(
    fc.property(objectTexts, fc.array(fc.tuple(draws, names, values), { maxLength: 6 }), (text, drawn) => {
      runs++;
      let expected = parsed(text);
      const edits: Edit[] = [];
      for (const [draw, name, value] of drawn) {
        const edit = editOf(expected, draw, name, value);
        if (edit === undefined) continue;
        expected = applied(expected, edit);
        edits.push(edit);
      }
      const after = edited(text, ...edits);
      assert.deepEqual(parsed(after), expected);
      // Applying edits one by one gives the same value as applying all at once.
      assert.deepEqual(parsed(edits.reduce((each, edit) => edited(each, edit), text)), expected);
      if (after !== text) changed++;
    }),
    { numRuns: 1500 },
  );
  assert.ok(changed > runs / 5, `${changed} of ${runs} changed`);
});

test('removing a missing member changes nothing', () => {
  const text = '{"a":{"b":[1]}}';
  for (const path of [['c'], ['c', 'd'], ['a', 'c'], ['a', 'b', 1]])
    assert.equal(edited(text, { kind: 'remove', path }), text, path.join('/'));
  // It does not change the text of a later equal set either.
  const spaced = '{"a": {"b" : [1,  2]}}';
  const same: Edit = { kind: 'set', path: ['a'], value: { b: [1, 2] } };
  assert.equal(edited(spaced, { kind: 'remove', path: ['a', 'c'] }, same), spaced);
});

test('no edit and equal values change nothing', () => {
  checkAlways(
    fc.property(objectTexts, (text) => {
      assert.equal(edited(text), text);
      const same = pathsIn(parsed(text))
        .slice(1)
        .map((path): Edit => {
          const value = path.reduce<Json>((holder, step) => (holder as JsonObject)[step]!, parsed(text));
          return { kind: 'set', path, value };
        });
      assert.equal(edited(text, ...same), text);
    }),
  );
});

test('an edit changes one location of the text; removing an insertion restores it byte for byte', () => {
  checkAlways(
    fc.property(objectTexts, draws, names, values, (text, draw, name, value) => {
      const json = parsed(text);
      const edit = editOf(json, draw, name, value);
      if (edit === undefined || edit.kind === 'remove') return;
      const holderPath = edit.kind === 'arrange' ? edit.path : edit.path.slice(0, -1);
      const holder = holderPath.reduce<Json>((each, step) => (each as JsonObject)[step]!, json);
      const added = edit.kind === 'arrange' ? insertionOf(holder as Json[], edit.order) : undefined;
      if (edit.kind === 'arrange' && added === undefined) return;
      const after = edited(text, edit);
      if (edit.kind === 'set' && Object.hasOwn(holder as object, edit.path.at(-1)!)) {
        // The text before and after the old value stays.
        const marker = 'only here'.repeat(4);
        const marked = edited(text, { ...edit, value: marker });
        const [head, tail] = marked.split(JSON.stringify(marker));
        assert.ok(after.startsWith(head!) && after.endsWith(tail!));
        assert.ok(text.startsWith(head!) && text.endsWith(tail!));
        return;
      }
      const isEmpty = Object.keys(holder as object).length === 0;
      const path = added === undefined ? edit.path : [...edit.path, added];
      const back = edited(after, { kind: 'remove', path });
      const spare = /[{[][ \t]+[\]}]/;
      if (!isEmpty || !spare.test(text)) assert.equal(back, text);
    }),
    { numRuns: 1500 },
  );
});

test('a new value is written with the layout of its neighbours', () => {
  const set = (path: (string | number)[], value: Json): Edit => ({ kind: 'set', path, value });
  const arrange = (...order: ArrayItem[]): Edit => ({ kind: 'arrange', path: ['a'], order });
  const cases: [string, Edit, string][] = [
    ['{"a":1}', set(['b'], { x: 1, y: [2, 3] }), '{"a":1,"b":{"x":1,"y":[2,3]}}'],
    ['{"a": 1}', set(['b'], [1, 2]), '{"a": 1, "b": [1, 2]}'],
    ['{ "a" : 1 , "c" : 2 }', set(['b'], 3), '{ "a" : 1 , "c" : 2, "b" : 3 }'],
    ['{\n  "a": 1\n}', set(['b'], { x: 1 }), '{\n  "a": 1,\n  "b": {\n    "x": 1\n  }\n}'],
    ['{\r\n\t"a": 1\r\n}', set(['b'], [1]), '{\r\n\t"a": 1,\r\n\t"b": [\r\n\t\t1\r\n\t]\r\n}'],
    ['{\n  "a": {"x": 1}\n}', set(['b'], { x: 2 }), '{\n  "a": {"x": 1},\n  "b": {"x": 2}\n}'],
    ['{\n  "a": {"x": 1.0}\n}', set(['a', 'y'], 2), '{\n  "a": {"x": 1.0, "y": 2}\n}'],
    ['{\n  "a": {}\n}', set(['a', 'y'], 2), '{\n  "a": {\n    "y": 2\n  }\n}'],
    ['{\n  "a": 1\n}', set(['p', 'x'], 2), '{\n  "a": 1,\n  "p": {\n    "x": 2\n  }\n}'],
    ['{"@source": "k", "a": 1}', set(['@op'], 'removed'), '{"@source": "k", "@op": "removed", "a": 1}'],
    ['{"a":1,"@x":2,"b":3}', set(['@y'], 4), '{"a":1,"@x":2,"@y":4,"b":3}'],
    ['{"a":1}', set(['@y'], 4), '{"@y":4,"a":1}'],
    ['{"a":[1, 2]}', arrange({ value: 0 }, 0, 1), '{"a":[0, 1, 2]}'],
    ['{"a":[\n  1,\n  2\n]}', arrange(0, 1, { value: 3 }), '{"a":[\n  1,\n  2,\n  3\n]}'],
    ['{"a":[1, 2,  3,4]}', arrange({ value: 0 }, 3, { value: 5 }, 1), '{"a":[0,4,5, 2]}'],
    ['{"a":[\n{},\n1]}', arrange({ value: [1] }), '{"a":[\n[\n  1\n]\n]}'],
    ['{"a":[1, 2, 3]}', { kind: 'remove', path: ['a', 0] }, '{"a":[2, 3]}'],
    ['{\n  "a": 1,\n  "b": 2\n}', { kind: 'remove', path: ['b'] }, '{\n  "a": 1\n}'],
    ['{\n  "a": 1\n}', { kind: 'remove', path: ['a'] }, '{}'],
    ['{"a":[1,\n2, 3]}', arrange(1, 2, 0), '{"a":[2, 3, 1]}'],
    ['{"a":null}', set(['a', 'x'], 1), '{"a":{"x":1}}'],
    ['{"a":1,"a":2}', set(['a'], 3), '{"a":1,"a":3}'],
    ['{"a":1,"b":5,"\\u0061":2}', { kind: 'remove', path: ['a'] }, '{"b":5}'],
    ['{"a":0.50}', set(['a'], 0.5), '{"a":0.50}'],
    ['{"a":{"y":1,"x":2.0}}', set(['a'], { x: 2, y: 1 }), '{"a":{"y":1,"x":2.0}}'],
    ['{"a":5}', set(['a'], 5n), '{"a":5}'],
    ['{"a":5}', { kind: 'remove', path: ['b', 'c'] }, '{"a":5}'],
  ];
  for (const [text, edit, expected] of cases) assert.equal(edited(text, edit), expected, text);
});

test('an edit may change a value that an earlier edit added', () => {
  const text = edited(
    '{\n  "a": 1\n}',
    { kind: 'set', path: ['list'], value: [{}, { x: 1 }] },
    { kind: 'set', path: ['list', 1, 'y'], value: 2 },
    { kind: 'remove', path: ['list', 0] },
    { kind: 'set', path: ['list', 1], value: null },
  );
  assert.equal(
    text,
    '{\n  "a": 1,\n  "list": [\n    {\n      "x": 1,\n      "y": 2\n    },\n    null\n  ]\n}',
  );
});

test('an invalid index is refused', () => {
  const refused: Edit[] = [
    { kind: 'set', path: ['a', 3], value: 0 },
    { kind: 'arrange', path: ['a'], order: [0, 2] },
    { kind: 'arrange', path: ['a'], order: [-1] },
    { kind: 'arrange', path: ['a'], order: [1, 0, 1] },
    { kind: 'arrange', path: ['b'], order: [0] },
    { kind: 'set', path: [0], value: 0 },
  ];
  for (const edit of refused) assert.throws(() => edited('{"a":[1,2]}', edit), RangeError);
});

test('5,000 edits of one list are applied in one pass', () => {
  const count = 5_000;
  const list = Array.from({ length: count }, (_, i) => ({ name: `n${i}`, level: 1 }));
  const text = layOut({ list }, usualLayout);
  const level = (i: number) => 'x'.repeat((i % 7) * 40);
  const edits = list.map((_, i): Edit => ({ kind: 'set', path: ['list', i, 'level'], value: level(i) }));
  const expected = { list: list.map((each, i) => ({ ...each, level: level(i) })) };
  assert.equal(edited(text, ...edits), layOut(expected, usualLayout));
});

test('a new value is laid out as JSON.stringify does', () => {
  checkAlways(
    fc.property(values, (value) => {
      const isExact = JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? 0 : each));
      if (typeof value === 'bigint' || isExact !== stringifyJson(value)) return;
      assert.equal(layOut(value, usualLayout), JSON.stringify(value, undefined, 2));
    }),
  );
});
