import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ownedMember } from '../../../test/support/owned-member.js';
import type { ClassDefinition } from '../classes/definition.js';
import type { Answer } from '../http/api.js';
import { ExposedModel } from '../model.js';
import { createPlainHost } from '../plain/plain-host.js';
import { ObjectList } from './object-list.js';

class Knob {
  label = 'a knob';
  value = 0;
}

class Desk {
  knobs: Knob[] = [];
}

const classes: readonly ClassDefinition[] = [
  {
    name: 'Knob',
    kind: 'class',
    members: [ownedMember('label', 'String'), ownedMember('value', 'Single')],
    functions: [],
    constructorFunction: Knob,
    create: () => new Knob(),
  },
  {
    name: 'Desk',
    kind: 'class',
    members: [ownedMember('knobs', 'Knob[]')],
    functions: [],
    constructorFunction: Desk,
  },
];

const count = 20_000;
const host = createPlainHost({ name: 'test', log: () => {} });
after(() => host.stop());

function build() {
  const sink = { active: false, changed: () => {}, reparented: () => {} };
  const model = new ExposedModel(host, { find: () => undefined }, (key) => key, sink);
  for (const each of classes) model.classes.define(each);
  const desk = new Desk();
  desk.knobs = Array.from({ length: count }, () => new Knob());
  const handle = model.objects.register(desk, { sourceKey: 'desk' });
  const list = new ObjectList(model);
  const ask = (depth: number) => list.answer({ category: undefined, type: undefined, depth }, undefined);
  const set = (index: number, value: number) =>
    model.writer.write(model.resolver.property(handle, `knobs[${index}]/value`), value, 'remote');
  return { ask, set };
}

function piecesOf(answer: Answer): Iterator<string | Uint8Array> {
  assert.ok(typeof answer === 'object' && 'body' in answer);
  const { body } = answer;
  assert.ok(typeof body === 'object' && !(body instanceof Uint8Array), 'it goes out in pieces');
  return body[Symbol.iterator]();
}

/** Pulls an answer to its end, and does something before the pull of that number. */
function pull(answer: Answer, at?: number, meanwhile?: () => void): { pulls: number; knobs: Knob[] } {
  const pieces = piecesOf(answer);
  let pulls = 0;
  let text = '';
  for (let piece = pieces.next(); !piece.done; piece = pieces.next()) {
    text += typeof piece.value === 'string' ? piece.value : Buffer.from(piece.value).toString();
    if (++pulls === at) meanwhile!();
  }
  return { pulls, knobs: JSON.parse(text).objects[0].knobs };
}

for (const depth of [Number.POSITIVE_INFINITY, 1]) {
  test(`an object with a long list is made in slices, to a depth of ${depth}`, () => {
    const { ask, set } = build();
    const least = (count * '{"label":"a knob","value":0}'.length) / (64 * 1024);
    const first = pull(ask(depth));
    assert.ok(first.pulls > least, `${first.pulls} pulls`);
    assert.equal(first.knobs.length, count);
    // What is kept is made anew in slices, too.
    set(7, 2);
    const second = pull(ask(depth));
    assert.ok(second.pulls > least, `${second.pulls} pulls`);
    if (depth > 1) assert.equal(second.knobs[7]!.value, 2);
    else assert.equal(second.knobs.length, count);
  });
}

test('an object that changes while it is made is as it is at one time', () => {
  const { ask, set } = build();
  const { knobs } = pull(ask(Number.POSITIVE_INFINITY), 5, () => {
    set(7, 4);
    set(count - 1, 4);
  });
  assert.deepEqual([knobs[7]!.value, knobs.at(-1)!.value], [4, 4]);
});
