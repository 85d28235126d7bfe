import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { checkAlways } from '../../../test/support/random.js';
import { createModel, defineStored } from '../../../test/support/stored-model.js';
import { ExposedError } from '../common/exposed-error.js';
import type { Json } from '../common/json.js';
import { TransactionStack } from '../members/transactions/transaction-stack.js';
import { WritePlan } from '../members/transactions/write-plan.js';
import {
  appendElement,
  ElementSlot,
  ownedList,
  removeElement,
  reorderElement,
} from '../objects/copy-on-write-list.js';
import { createPlainHost } from '../plain/plain-host.js';
import type { ArrayType } from '../types/array.js';

class Cue {
  name = 'a';
  weight = 0;
}

class Desk {
  cues: Cue[] = [];
  numbers: number[] = [];
  rows: number[][] = [];
}

const host = createPlainHost({ name: 'test', log: () => {} });
after(() => host.stop());

/** @param observed true if the service stores the list; otherwise each write sets a new list */
function setUp(observed: boolean, active = true) {
  const changes: string[] = [];
  const model = createModel(host, { isActive: active, changed: ({ path }) => void changes.push(path) });
  const options = { observed, backing: 'field' } as const;
  defineStored(model, Cue, {
    name: { ...options, type: 'String', key: true },
    weight: { ...options, type: 'Single' },
  });
  defineStored(model, Desk, {
    cues: { ...options, type: 'Cue[]' },
    numbers: { ...options, type: 'Int32[]' },
    rows: { ...options, type: 'Int32[][]' },
  });
  const handle = model.objects.register(new Desk(), { sourceKey: 'desk' });
  const at = (path: string) => model.resolver.property(handle, path);
  const text = (path: string) => model.texts.property(at(path)).replace(/"id":"\d+"/, '"id":""');
  return { model, handle, at, text, changes };
}

type Stage = ReturnType<typeof setUp>;

type Action = (stage: Stage) => unknown;

/** Returns the result of an action or its error. */
function outcome(stage: Stage, action: Action): unknown {
  try {
    return action(stage) ?? null;
  } catch (error) {
    if (error instanceof ExposedError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

const write =
  (path: string, json: Json): Action =>
  ({ model, at }) =>
    model.writer.write(at(path).pinned(), json, 'remote');

const small = fc.integer({ min: -1, max: 70 });
const few = fc.integer({ min: 0, max: 2 });
const name = fc.integer({ min: 0, max: 8 }).map((n) => `n${n}`);
const list = fc.constantFrom('cues', 'numbers', 'rows', 'rows/1', 'rows/0');
const valueFor = (path: string, n: number): Json =>
  path === 'cues' ? { name: `n${n}` } : path === 'rows' ? [n, n] : n;

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.tuple(list, few).map(
    ([path, n]): Action =>
      ({ model, at }) =>
        model.writer.append(at(path), valueFor(path, n), 'remote'),
  ),
  fc.tuple(list, small).map(
    ([path, i]): Action =>
      ({ model, at }) =>
        model.writer.remove(at(path), i, 'remote'),
  ),
  fc.tuple(list, small, small).map(
    ([path, from, to]): Action =>
      ({ model, at }) =>
        model.writer.reorder(at(path), from, to, 'remote'),
  ),
  fc.tuple(list, small, few).map(([path, i, n]) => write(`${path}/${i}`, valueFor(path, n))),
  fc.tuple(small, name).map(([i, key]) => write(`cues/${i}/name`, key)),
  { arbitrary: fc.tuple(name, name).map(([key, other]) => write(`cues/${key}/name`, other)), weight: 6 },
  fc.tuple(name, few).map(([key, n]) => write(`cues[${key}].weight`, n)),
  fc.tuple(small, fc.constantFrom<Json>('x', null)).map(([i, json]) => write(`numbers/${i}`, json)),
  fc.constant(write('cues', Array(80).fill({ name: 'n1' }))),
  fc.constant<Action>(({ model, at }) =>
    model.writer.reset(at('numbers'), model.defaults.of(at('numbers').owner), 'remote'),
  ),
  {
    arbitrary: name.map(
      (key): Action =>
        ({ text }) =>
          text(`cues/${key}`),
    ),
    weight: 8,
  },
  name.map(
    (key): Action =>
      ({ text }) =>
        text(`cues.${key}.weight`),
  ),
  small.map(
    (i): Action =>
      ({ text }) =>
        text(`cues/${i}`),
  ),
);

test('lists changed in place give the same results as lists replaced on each write', () => {
  checkAlways(
    fc.property(fc.array(action, { minLength: 5, maxLength: 40 }), fc.boolean(), (actions, active) => {
      const [own, others] = [setUp(true, active), setUp(false, active)];
      for (const stage of [own, others]) {
        const cues = Array.from({ length: 90 }, (_, i) => ({ name: `n${i % 9}` }));
        const lists = { cues, numbers: [1, 2, 3, 3, 3], rows: [[1, 2], [3], []] };
        stage.model.writer.writeMembers(stage.handle, lists, 'remote');
        stage.model.recaptureDefaults(stage.handle);
        stage.changes.length = 0;
      }
      for (const each of actions) assert.deepEqual(outcome(own, each), outcome(others, each));
      for (const path of ['cues', 'numbers', 'rows']) assert.equal(own.text(path), others.text(path));
      if (active) assert.deepEqual(own.changes, others.changes);
    }),
    { seed: 15, numRuns: 800 },
  );
});

test('a list is copied on the first write of an element only', () => {
  const { at, model } = setUp(true);
  model.writer.write(at('numbers'), [1, 2, 3], 'remote');
  model.writer.write(at('numbers/0'), 7, 'remote');
  const list = at('numbers').get();
  model.writer.write(at('numbers/2'), 8, 'remote');
  model.writer.append(at('numbers'), 9, 'remote');
  model.writer.remove(at('numbers'), 0, 'remote');
  model.writer.reorder(at('numbers'), 0, 2, 'remote');
  assert.equal(at('numbers').get(), list);
  assert.deepEqual(list, [8, 9, 2]);
});

test('changes of a list are rolled back if a later write fails', () => {
  const { at, model } = setUp(true);
  model.writer.write(at('numbers'), [1, 2, 3], 'remote');
  model.writer.append(at('numbers'), 4, 'remote');
  const ref = at('numbers');
  const { element } = ref.type as ArrayType;
  const items = ownedList(ref.get() as unknown[])!;
  const fails = {
    name: 'fails',
    type: { equal: () => false },
    runsCode: () => true,
    isOwned: false,
    read: () => 0,
    set: () => {
      throw new Error('no');
    },
  };
  const during: unknown[][] = [];
  const steps = [
    [appendElement(ref, element), 5],
    [removeElement(ref, 1), undefined],
    [reorderElement(ref, 0, 3), undefined],
    [new ElementSlot(ref, element, 2), 9],
  ] as const;
  for (const [step, value] of steps) {
    const plan = new WritePlan();
    plan.assign(items, step, value);
    plan.assign({}, fails, 1);
    const transactions = new TransactionStack();
    const known = () => 0;
    assert.throws(() =>
      transactions.run('remote', () => {
        fails.read = () => during.push([...items]);
        plan.apply({ compares: true, transactions, known });
      }),
    );
    assert.deepEqual(items, [1, 2, 3, 4]);
  }
  assert.deepEqual(
    during.map((each) => each.join()).filter((each) => each !== '1,2,3,4'),
    ['1,2,3,4,5', '1,3,4', '2,3,4,1', '1,2,9,4'],
  );
});
