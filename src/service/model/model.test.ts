import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { exposeExternalEnum } from '../classes/declarations.js';
import { exposedClass, exposedField, exposedFunction, exposedProperty } from '../classes/decorators.js';
import { ExposedError } from '../common/exposed-error.js';
import { buildInvokeArguments } from '../members/invoke.js';
import type { PropertyRef } from '../objects/property-ref.js';
import { createPlainHost } from '../plain/plain-host.js';
import { ExposedModel } from './model.js';

@exposedClass({ kind: 'struct' })
class Glass {
  @exposedField({ type: 'Single' }) accessor tint = 0.1;
  @exposedField() accessor maker = 'Zed';
}

@exposedClass({ abstract: true })
class Step {}

@exposedClass()
class WaitStep extends Step {
  @exposedField({ type: 'Single' }) accessor seconds = 1;
}

@exposedClass()
class Entry {
  @exposedField({ key: true }) accessor name = 'a';
  @exposedField({ type: 'Single' }) accessor weight = 0;
  @exposedFunction({ returns: 'Single', parameters: { amount: { type: 'Single', default: 2 } } })
  pulse(amount: number) {
    this.weight += amount;
    return this.weight;
  }
}

@exposedClass({ category: 'Lighting' })
class Lamp {
  reads = 0;
  #power = 5;
  @exposedField({ type: 'Single' }) accessor intensity = 1;
  @exposedField() accessor glass = new Glass();
  @exposedField({ type: [Step] }) accessor steps: Step[] = [];
  @exposedField() accessor entries = [new Entry()];
  @exposedField({ type: 'Int32[]' }) accessor numbers = [1, 2, 3];
  @exposedField({ readOnly: true }) accessor serial = 'L1';
  hidden = 1;
  @exposedProperty() get power() {
    this.reads++;
    return this.#power;
  }
  set power(value: number) {
    if (value < 0) throw new RangeError('power is negative');
    this.#power = value;
  }
}

exposeExternalEnum({ Head: 0, Hand: 1, Last: 2 }, { name: 'Bones', excludeNames: ['Last'] });

const host = createPlainHost({ name: 'test', log: () => {} });
after(() => host.stop());

function setUp(active = false) {
  const changes: string[] = [];
  const model = new ExposedModel(host, { find: () => undefined }, (key) => key, {
    active,
    changed: (ref: PropertyRef) => void changes.push(ref.path),
    reparented: () => {},
  });
  const entry = (name: string) => Object.assign(new Entry(), { name });
  const lamp = new Lamp();
  lamp.entries = [entry('Joy'), entry('a/b.c'), entry('x]y')];
  const handle = model.objects.register(lamp, { sourceKey: 'lamp' });
  const at = (path: string, encoded = false) => model.resolver.property(handle, path, encoded);
  const read = (path: string) => JSON.parse(model.texts.property(at(path))).value;
  return { model, lamp, handle, at, read, changes };
}

const code = (wanted: string) => (error: unknown) => error instanceof ExposedError && error.code === wanted;

describe('paths', () => {
  it('PTH-1, 2, 3: the notations of a path lead to the same element, keys may hold any character', () => {
    const { at } = setUp();
    for (const path of [
      'entries[Joy].weight',
      'entries/Joy/weight',
      'entries/0/weight',
      'entries[0].weight',
      'entries/Joy.weight',
    ]) {
      assert.equal(at(path).path, 'entries/0/weight', path);
    }
    assert.equal(at('entries[a/b.c].weight').path, 'entries/1/weight');
    assert.equal(at('entries/a%2Fb.c/weight', true).path, 'entries/1/weight');
    assert.equal(at('entries/a%2Fb.c.weight', true).path, 'entries/1/weight');
    assert.equal(at('entries[x%5Dy].weight', true).path, 'entries/2/weight');
    assert.equal(at('entries%5Bx%255Dy%5D.weight', true).path, 'entries/2/weight');
    assert.throws(() => at('entries[Nobody].weight'), code('property-not-found'));
    assert.throws(() => at('entries/3/weight'), code('property-not-found'));
    assert.throws(() => at('entries[Joy'), code('invalid-request'));
    assert.throws(() => at('hidden'), code('property-not-found'));
  });

  it('PTH-8: a kept reference follows its key and never writes to a stale element', () => {
    const { model, lamp, at } = setUp();
    const joy = at('entries[Joy].weight');
    const before = model.objects.keyedCollectionVersion;
    model.writer.reorder(at('entries'), 0, 2, 'remote');
    assert.equal(model.objects.keyedCollectionVersion, before + 1);
    model.writer.write(joy, 7, 'remote');
    assert.equal(lamp.entries[2]!.weight, 7);
    lamp.entries = [new Entry()];
    model.objects.notifyKeyedCollectionChanged();
    assert.throws(() => model.writer.write(joy, 8, 'remote'), code('property-not-found'));
    assert.equal(lamp.entries[0]!.weight, 0);
  });
});

describe('writes', () => {
  it('converts, merges and rejects as a whole', () => {
    const { model, lamp, handle, at, read } = setUp();
    const { glass } = lamp;
    model.writer.write(at('glass'), { tint: 0.3, unknown: 1 }, 'remote');
    assert.equal(lamp.glass, glass);
    assert.deepEqual(read('glass'), { '@type': 'Glass', tint: 0.3, maker: 'Zed' });
    assert.throws(
      () => model.writer.write(at('glass'), { tint: 0.5, maker: {} }, 'remote'),
      code('set-failed'),
    );
    assert.equal(read('glass/tint'), 0.3);
    assert.throws(
      () => model.writer.writeMembers(handle, { intensity: 3, power: -1 }, 'remote'),
      code('function-failed'),
    );
    assert.equal(lamp.intensity, 1);
    assert.throws(() => model.writer.writeMembers(handle, { serial: 'x' }, 'remote'), code('read-only'));
    model.writer.writeMembers(handle, { serial: 'L1', intensity: 2 }, 'remote');
    assert.equal(lamp.intensity, 2);
  });

  it('END-17: appends the first concrete subtype, switches types, keeps stubs', () => {
    const { model, lamp, at, read } = setUp();
    model.writer.append(at('steps'), undefined, 'remote');
    assert.ok(lamp.steps[0] instanceof WaitStep);
    model.writer.write(at('steps/0/seconds'), 4, 'remote');
    model.writer.write(
      at('steps'),
      [{ '@type': 'WaitStep', '@truncated': true }, { '@type': 'WaitStep' }],
      'remote',
    );
    assert.deepEqual(read('steps'), [
      { '@type': 'WaitStep', seconds: 4 },
      { '@type': 'WaitStep', seconds: 1 },
    ]);
    assert.throws(() => model.writer.write(at('steps'), [{ '@type': 'Step' }], 'remote'), code('set-failed'));
    assert.throws(() => model.writer.remove(at('steps'), 2, 'remote'), code('remove-failed'));
  });

  it('EVT-2: without a subscriber the old value is not read; with one, an equal write is not a change', () => {
    const idle = setUp();
    idle.model.writer.write(idle.at('power'), 6, 'remote');
    assert.equal(idle.lamp.reads, 1, 'only the capture of the defaults has read it');
    const { model, at, changes } = setUp(true);
    model.writer.write(at('intensity'), 1, 'remote');
    model.writer.write(at('numbers/1'), 2, 'remote');
    assert.deepEqual(changes, []);
    model.writer.write(at('numbers/1'), 9, 'remote');
    assert.deepEqual(changes, ['numbers/1']);
  });

  it('notices changes by application code through accessors, and resets to the captured default', () => {
    const { model, lamp, at, read, changes } = setUp(true);
    assert.equal(read('intensity'), 1);
    lamp.intensity = 0.7;
    assert.deepEqual(changes, ['intensity']);
    assert.equal(read('intensity'), 0.7);
    assert.match(model.texts.property(at('intensity')), /"changed":true/);
    model.writer.reset(at('intensity'), model.defaults.of(at('intensity').owner), 'reset');
    assert.equal(lamp.intensity, 1);
    model.writer.write(at('entries[Joy].weight'), 3, 'remote');
    model.writer.reset(at('entries'), model.defaults.of(at('entries').owner), 'reset');
    assert.equal(lamp.entries[0]!.weight, 0);
  });
});

describe('functions and tables', () => {
  it('END-14, 15: omitted arguments get defaults; nested functions are called by path', () => {
    const { model, handle } = setUp();
    const found = model.resolver.function(handle, 'entries[Joy].PULSE');
    assert.deepEqual(buildInvokeArguments(found.function, [null]), [2]);
    assert.equal(model.invoke(found, buildInvokeArguments(found.function, ['0.5', 1, 2]), 'remote'), '0.5');
    assert.throws(() => buildInvokeArguments(found.function, ['x']), code('invalid-request'));
    assert.throws(() => model.resolver.function(handle, 'nothing'), code('function-not-found'));
  });

  it('DSC-12, DSC-13, DSC-14: an external enum leaves out excluded names and survives a reset', () => {
    const { model } = setUp();
    model.classes.reset();
    assert.deepEqual(
      model.classes.findEnum('Bones')?.values.map(({ name }) => name),
      ['Head', 'Hand'],
    );
    assert.equal(model.classes.find('Lamp'), undefined);
  });

  it('DEP: depth 1 gives stubs and element types, unbounded gives everything', () => {
    const { model, handle } = setUp();
    const shallow = JSON.parse(model.texts.object(handle, 1));
    assert.deepEqual(shallow.glass, { '@type': 'Glass', '@truncated': true });
    assert.equal(shallow.entries.length, 3);
    assert.deepEqual(shallow.numbers, [1, 2, 3]);
    const deep = JSON.parse(model.texts.object(handle, Number.POSITIVE_INFINITY));
    assert.deepEqual(deep.glass, { '@type': 'Glass', tint: 0.1, maker: 'Zed' });
  });
});
