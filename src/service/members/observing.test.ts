import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createModel, defineStored } from '../../../test/support/stored-model.js';
import { createPlainHost, exposedClass, exposedField, exposedFunction, exposedProperty } from '../index.js';
import { maxReportedPaths } from './texts/container-index.js';

@exposedClass()
class Knob {
  @exposedField({ type: 'Single' }) accessor turn = 0;
  @exposedProperty({ type: 'Single' }) get twice() {
    return this.turn * 2;
  }
}

@exposedClass()
class Desk {
  @exposedField({ type: 'Int32' }) accessor level = 1;
  @exposedField() accessor knob = new Knob();
  @exposedField({ type: [Knob] }) accessor knobs: Knob[] = [new Knob(), new Knob()];
  @exposedField({ type: 'Int32' }) plain = 1;
  @exposedField({ type: 'Vector3' }) spot = { x: 0, y: 0, z: 0 };
  @exposedFunction()
  async fade() {
    await Promise.resolve();
    this.level = 7;
  }
}

@exposedClass()
class Fixed extends Desk {
  override get level() {
    return this.plain * 100;
  }
  override set level(_: number) {}
}

@exposedClass()
class Chain {
  @exposedField({ type: 'Int32' }) accessor level = 0;
  @exposedField({ type: 'Chain' }) accessor next: Chain | null = null;
}

@exposedClass()
class Strip {
  @exposedField({ type: 'Int32' }) width = 1;
  @exposedField({ type: 'Int32[]' }) parts = [1];
}

@exposedClass()
class Fragile {
  @exposedProperty({ type: 'Int32' }) get level() {
    return this.#level;
  }
  set level(value: number) {
    this.#level = value;
    if (value > 10) throw new Error('too loud');
  }
  #level = 1;
}

@exposedClass()
class Mixer {
  @exposedField({ type: 'Int32' }) accessor gain = 1;
  @exposedField({ type: 'Int32' }) plain = 1;
  @exposedField({ type: 'Int32[]' }) takes = [1];
  @exposedField({ type: 'Single[]' }) samples = new Float32Array([1, 2]);
  @exposedField({ type: 'Vector3' }) accessor spot = { x: 0, y: 0, z: 0 };
  @exposedField() accessor knob = new Knob();
  @exposedField({ type: [Strip] }) accessor strips = [new Strip()];
  other: Mixer | undefined;
  /** True if it also sets fields of `other`. */
  reaches = false;
  /** Runs at the end of the setter of `level`. */
  onLevel = () => {};
  #level = 0;
  reachedBy(value: number) {
    this.plain = value;
    this.takes.push(value);
    this.samples.fill(value);
    this.knob = new Knob();
    this.strips[0]!.parts.push(value);
    this.strips.push(new Strip());
  }
  @exposedProperty({ type: 'Int32' }) get level() {
    return this.#level;
  }
  set level(value: number) {
    this.#level = value;
    this.gain = value;
    this.plain = value;
    this.takes.push(value);
    this.spot.x = value;
    this.knob.turn = value;
    this.strips[0]!.width = value;
    this.strips[0]!.parts.push(value);
    if (this.other !== undefined) this.other.gain = value;
    if (this.other !== undefined && this.reaches) this.other.reachedBy(value);
    this.onLevel();
    if (value > 10) throw new Error('too loud');
  }
}

@exposedClass()
class Touchy {
  stored = 1;
  @exposedProperty({ type: 'Int32' }) get level() {
    if (this.stored === 7) throw new Error('unreadable');
    return this.stored;
  }
  set level(value: number) {
    this.stored = value;
  }
}

/** Its setter of `speed` counts its calls in an unobserved field. */
@exposedClass()
class Counting {
  @exposedField({ type: 'Int32' }) times = 0;
  #speed = 1;
  @exposedProperty({ type: 'Int32' }) get speed() {
    return this.#speed;
  }
  set speed(value: number) {
    this.#speed = value;
    this.times++;
  }
  @exposedProperty({ type: 'Int32' }) get level() {
    return 0;
  }
  set level(value: number) {
    this.speed = value;
    throw new Error('too loud');
  }
}

/** Its getters write other members first, as the engine or as the user. */
@exposedClass()
class Writing {
  static runs = 0;
  static write: (target: Writing, member: string, value: number) => void = () => {};
  @exposedField({ type: 'Int32' }) accessor seen = 0;
  @exposedField({ type: 'Int32' }) plain = 0;
  @exposedProperty({ type: 'Int32' }) get first() {
    Writing.runs++;
    Writing.write(this, 'seen', Writing.runs);
    return this.plain;
  }
  @exposedProperty({ type: 'Int32' }) get second() {
    Writing.runs++;
    Writing.write(this, 'loud', Writing.runs);
    return this.plain;
  }
  #loud = 0;
  @exposedProperty({ type: 'Int32' }) get loud() {
    return this.#loud;
  }
  set loud(value: number) {
    this.#loud = value;
    this.plain = value;
  }
}

const host = createPlainHost({ name: 'test', log: () => {} });
after(() => host.stop());

function setUp({ active = true } = {}) {
  const reported: string[] = [];
  const model = createModel(host, {
    isActive: active,
    changed: ({ handle, path }) => void reported.push(`${handle.name} ${path}`),
  });
  const endInline = model.watchInline();
  const read = (name: string, path: string) => {
    const handle = [...model.objects].find((each) => each.name === name)!;
    return JSON.parse(model.texts.property(model.resolver.property(handle, path)));
  };
  const register = <T extends object>(target: T, name: string) => {
    model.objects.register(target, { name });
    return target;
  };
  const property = (target: object, path: string) =>
    model.resolver.property(model.objects.byTarget(target)!, path);
  const write = (target: object, path: string, value: number, by: 'host' | 'user' | 'remote' = 'remote') =>
    model.writer.write(property(target, path), value, by);
  const dirty = (target: object) =>
    model.dirty.dirtyMembers(model.objects.byTarget(target)!).map(({ name }) => name);
  return { model, reported, read, register, endInline, property, write, dirty };
}

test('EVT-12: a change of an inline object that a member contains twice reports the whole member', () => {
  const { model, reported, register } = setUp();
  const a = register(new Desk(), 'a');
  a.knobs = [a.knobs[0]!, a.knobs[0]!];
  reported.length = 0;
  a.knobs[0]!.turn = 3;
  model.changes.reportInline();
  assert.deepEqual(reported, ['a knobs']);
});

test('EVT-12: a change inside an object that is destroyed in the same frame is not reported', (t) => {
  const { model, reported, register } = setUp();
  const destroyed = register(new Chain(), 'destroyed');
  destroyed.next = new Chain();
  const other = register(new Chain(), 'other');
  other.next = destroyed;
  reported.length = 0;
  destroyed.next.level = 1;
  t.mock.method(host.objects, 'isDestroyed', (target: object) => target === destroyed);
  model.objects.unregister(model.objects.byTarget(destroyed)!);
  other.level = 2;
  model.changes.reportInline();
  assert.deepEqual(reported, ['other level']);
});

test('EVT-12: many changed inline objects of a member report the whole member', () => {
  const { model, reported, register } = setUp();
  const a = register(new Desk(), 'a');
  a.knobs = Array.from({ length: maxReportedPaths + 1 }, () => new Knob());
  const turnAll = (count: number) => {
    reported.length = 0;
    for (const knob of a.knobs.slice(0, count)) knob.turn++;
    model.changes.reportInline();
    return reported;
  };
  assert.equal(turnAll(maxReportedPaths).length, maxReportedPaths);
  assert.deepEqual(turnAll(maxReportedPaths + 1), ['a knobs']);
});

test('noteInline returns whether any object shows the inline object', () => {
  const { model, reported, register } = setUp();
  const a = register(new Desk(), 'a');
  reported.length = 0;
  assert.equal(model.changes.reportInlineMember(a.knob, 'turn', 'host'), true);
  assert.deepEqual(reported, ['a knob/turn']);
  a.knobs = [a.knobs[0]!, a.knobs[0]!];
  assert.equal(model.changes.reportInlineMember(a.knobs[0]!, 'turn', 'host'), true);
  assert.equal(model.changes.reportInlineMember(new Knob(), 'turn', 'host'), false);
  assert.equal(model.changes.reportInlineMember(a.knob, 'nothing', 'host'), false);
});

test('EVT-12: a change of an inline object too deep for a path reports the whole member', () => {
  const { model, reported, read, register } = setUp();
  const chain = register(new Chain(), 'chain');
  let last = chain;
  for (let i = 0; i < 4000; i++) {
    last.next = new Chain();
    last = last.next;
  }
  model.changes.reportInline();
  reported.length = 0;
  last.level = 5;
  model.changes.reportInline();
  assert.deepEqual(reported, ['chain next']);
  reported.length = 0;
  chain.next!.level = 7;
  model.changes.reportInline();
  assert.deepEqual(reported, ['chain next/level']);
  assert.equal(read('chain', 'next/level').value, 7);
});

test('a read gives the current value, however it was changed', () => {
  const { model, read, register } = setUp({ active: false });
  const desk = register(new Desk(), 'desk');
  const fixed = register(new Fixed(), 'fixed');
  assert.deepEqual([read('desk', 'plain').value, read('desk', 'spot').value.x], [1, 0]);
  desk.plain = 5;
  desk.spot.x = 4;
  assert.deepEqual([read('desk', 'plain').value, read('desk', 'spot').value.x], [5, 4]);
  assert.equal(read('fixed', 'level').value, 100);
  fixed.plain = 2;
  assert.equal(read('fixed', 'level').value, 200);
  const whole = () => JSON.parse(model.texts.object(model.objects.byTarget(desk)!, 1));
  assert.deepEqual([whole().plain, whole().spot.x], [5, 4]);
  desk.plain = 6;
  desk.spot.x = 7;
  assert.deepEqual([whole().plain, whole().spot.x], [6, 7]);
});

test('ERR-8: side effects of restoring the old value are rolled back too', () => {
  const { register, write } = setUp();
  const counting = register(new Counting(), 'counting');
  assert.throws(() => write(counting, 'level', 5), /too loud/);
  assert.deepEqual([counting.speed, counting.times], [1, 0]);
});

test('EVT-12: a write inside of a list that a function has changed in the same batch reports the list first', () => {
  const { model, reported, register } = setUp();
  const mixer = register(new Mixer(), 'mixer');
  const handle = model.objects.byTarget(mixer)!;
  reported.length = 0;
  model.changes.detector.batching('remote', () => {
    model.changes.detector.observing('remote', () => mixer.takes.push(7));
    model.writer.write(model.resolver.property(handle, `takes/${mixer.takes.length - 1}`), 8, 'remote');
  });
  assert.deepEqual(reported.slice(0, 2), ['mixer takes', 'mixer takes/1']);
});

for (const active of [true, false]) {
  test(`ERR-8: a throwing setter in a batch is rolled back without the other writes, active: ${active}`, () => {
    const { model, reported, register, write } = setUp({ active });
    const mixer = register(new Mixer(), 'mixer');
    const other = register(new Mixer(), 'other');
    mixer.other = other;
    mixer.reaches = true;
    model.changes.detector.batching('remote', () => {
      write(mixer, 'level', 5);
      assert.throws(() => write(mixer, 'level', 20), /too loud/);
    });
    assert.equal(other.plain, 5);
    assert.deepEqual(other.takes, [1, 5]);
    assert.deepEqual([...other.samples], [5, 5]);
    assert.equal(other.strips.length, 2);
    if (active) assert.ok(reported.includes('other plain') && reported.includes('other takes'));
  });

  test(`ERR-8: registrations by a throwing setter are rolled back, active: ${active}`, () => {
    const { model, register, write, dirty } = setUp({ active });
    const mixer = register(new Mixer(), 'mixer');
    const desk = register(new Desk(), 'desk');
    const handle = model.objects.byTarget(desk)!;
    write(desk, 'plain', 3, 'user');
    const size = model.objects.size;
    const added = new Desk();
    mixer.onLevel = () => {
      model.objects.unregister(handle);
      model.objects.register(added, { sourceKey: 'added' });
    };
    assert.throws(() => write(mixer, 'level', 20), /too loud/);
    assert.equal(model.objects.size, size);
    assert.equal(model.objects.byTarget(desk), handle);
    assert.equal(model.objects.resolve(handle.id), handle);
    assert.equal(model.objects.bySourceKey('added'), undefined);
    assert.deepEqual(dirty(desk), ['plain']);
    write(mixer, 'level', 2);
    assert.equal(model.objects.byTarget(desk), undefined);
    assert.equal(model.objects.bySourceKey('added')?.target, added);
  });
}

test('ERR-8: an error in a nested setter is reported once, with the location of the inner one', () => {
  const { register, write } = setUp();
  const mixer = register(new Mixer(), 'mixer');
  const fragile = register(new Fragile(), 'fragile');
  mixer.onLevel = () => write(fragile, 'level', mixer.level, 'user');
  assert.throws(() => write(mixer, 'level', 11, 'user'), {
    message: 'level: too loud',
    where: 'Fragile.level',
  });
  mixer.onLevel = () => write(mixer, 'level', mixer.level, 'user');
  assert.throws(() => write(mixer, 'level', 3, 'user'), {
    message: 'level: its setter sets it again, and does not end',
  });
  assert.equal(mixer.level, 0);
});

test('an object has one handle; registering it with other options is refused', () => {
  const { model } = setUp();
  const desk = new Fixed();
  const handle = model.objects.register(desk, { sourceKey: 'desk' });
  assert.equal(model.objects.register(desk, { sourceKey: 'desk' }), handle);
  assert.equal(model.objects.register(desk), handle);
  assert.throws(
    () => model.objects.register(desk, { sourceKey: 'other' }),
    /registered already, as Fixed under the source key "desk".*under the source key "other" too; unregister it first/,
  );
  assert.throws(
    () => model.objects.register(desk, { className: 'Desk' }),
    /cannot be registered as Desk too/,
  );
  assert.equal(model.objects.size, 1);
});

test('a detached model reports no changes until it is attached again', () => {
  const { model, reported, register, endInline } = setUp();
  const desk = register(new Desk(), 'desk');
  model.detach();
  endInline();
  desk.level = 4;
  assert.deepEqual(reported, []);
  model.attach();
  desk.level = 5;
  assert.deepEqual(reported, ['desk level']);
});

test('ERR-7: a reset repairs a member whose getter throws', () => {
  const { model, register, property } = setUp();
  const touchy = register(new Touchy(), 'touchy');
  const ref = property(touchy, 'level');
  touchy.stored = 7;
  model.writer.reset(ref, model.defaults.of(ref.owner), 'remote');
  assert.equal(touchy.stored, 1);
});

test('EVT-12: a value assigned by application code is reported before a later write inside it', () => {
  const { reported, register, write } = setUp();
  const first = register(new Chain(), 'first');
  first.next = new Chain();
  reported.length = 0;
  first.next.next = new Chain();
  write(first, 'next/next/level', 5);
  assert.deepEqual(reported, ['first next/next', 'first next/next/level']);
});

@exposedClass()
class Dial {
  @exposedField({ type: 'Int32' }) accessor turn = 0;
  /** It is not saved. */
  lamp = 0;
  @exposedProperty({ type: 'Int32' }) get light() {
    return this.lamp;
  }
  set light(value: number) {
    this.lamp = value;
  }
}

@exposedClass()
class Panel {
  @exposedField() accessor dial = new Dial();
}

for (const active of [true, false]) {
  test(`DRT-2: a write of an inline property does not mark unobserved changes as edits, active: ${active}`, () => {
    const { model, register, write, dirty } = setUp({ active });
    const panel = register(new Panel(), 'panel');
    panel.dial.turn = 5;
    model.changes.reportInline();
    assert.deepEqual(dirty(panel), []);
    write(panel, 'dial/light', 3);
    model.changes.reportInline();
    assert.equal(panel.dial.light, 3);
    assert.deepEqual(dirty(panel), []);
    write(panel, 'dial/turn', 6);
    assert.deepEqual(dirty(panel), ['dial']);
  });
}

test('DEP-12: a write through a cycle is reported at its shortest path, not at a stub', () => {
  const { model, reported, register, write } = setUp();
  const chain = register(new Chain(), 'chain');
  const link = new Chain();
  const inner = new Chain();
  link.next = inner;
  inner.next = link;
  chain.next = link;
  model.changes.reportInline();
  reported.length = 0;
  write(chain, 'next/next/next/next/level', 3);
  assert.equal(inner.level, 3);
  assert.ok(reported.includes('chain next/next/level'), reported.join());
  assert.deepEqual(
    reported.filter((each) => each.includes('next/next/next')),
    [],
  );
});

@exposedClass()
class Lever {
  @exposedField({ type: 'Int32' }) accessor pull = 1;
  @exposedField({ type: 'Int32' }) accessor force = 1;
}

/** Not exposed itself. */
class Stuck extends Lever {
  override get pull() {
    return 7;
  }
}

test('ERR-10: a getter in a class that is not exposed makes the member of its objects read-only', () => {
  const { model, reported, register, property, write } = setUp();
  const [lever, other] = [register(new Lever(), 'free'), register(new Stuck(), 'stuck')];
  const stuck = model.objects.byTarget(other)!;
  assert.equal(property(other, 'pull').isReadOnly, true);
  assert.throws(() => write(other, 'pull', 3), { code: 'read-only' });
  assert.throws(() => model.writer.writeMembers(stuck, { force: 2, pull: 3 }, 'remote'), {
    code: 'read-only',
  });
  assert.equal(other.force, 1);
  // A body may contain the current value.
  model.writer.writeMembers(stuck, { force: 2, pull: 7 }, 'remote');
  write(lever, 'pull', 3);
  assert.deepEqual([other.force, lever.pull], [2, 3]);
  assert.deepEqual(reported, ['stuck force', 'free pull']);
});

@exposedClass()
class Choir {
  @exposedProperty({ type: 'Int32', persist: true }) get first() {
    return this.#first;
  }
  set first(value: number) {
    this.#first = value;
  }
  #first = 1;
  @exposedProperty({ type: 'String', persist: true }) get second() {
    return this.#second;
  }
  set second(value: string) {
    this.#second = value;
    this.first = 1;
  }
  #second = 'a';
  @exposedProperty({ type: 'Int32', persist: true }) get third() {
    return 0;
  }
  set third(_: number) {
    throw new Error('never');
  }
}

for (const active of [true, false]) {
  test(`DRT-1: a failed request that set an edited member keeps the member edited, active: ${active}`, () => {
    const { model, register, write, dirty } = setUp({ active });
    const choir = register(new Choir(), 'choir');
    const handle = model.objects.byTarget(choir)!;
    write(choir, 'first', 2);
    assert.deepEqual(dirty(choir), ['first']);
    assert.throws(() => model.writer.writeMembers(handle, { second: 'b', third: 7 }, 'remote'), {
      code: 'function-failed',
    });
    assert.deepEqual([choir.first, choir.second], [2, 'a']);
    assert.deepEqual(dirty(choir), ['first']);
  });
}

@exposedClass()
class Score {
  @exposedProperty({ type: 'String', nullable: true, persist: true }) get title() {
    return this.#held.title;
  }
  set title(value: string | null) {
    this.#held.title = value;
  }
  @exposedProperty({ type: 'Vector2', persist: true }) get spot() {
    return this.#held.spot;
  }
  set spot(value: { x: number; y: number }) {
    this.#held.spot = value;
  }
  @exposedProperty({ type: 'Int32[]', persist: true }) get bars() {
    return this.#held.bars;
  }
  set bars(value: number[]) {
    this.#held.bars = value;
  }
  @exposedProperty({ type: Knob, persist: true }) get knob() {
    return this.#held.knob;
  }
  set knob(value: Knob) {
    this.#held.knob = value;
  }
  @exposedProperty({ type: Knob }) get computed() {
    return new Knob();
  }
  set computed(_: Knob) {
    this.calls++;
  }
  @exposedProperty({ type: 'Int32' }) get tempo() {
    return 0;
  }
  set tempo(value: number) {
    this.title = 'fast';
    this.spot = { x: value, y: value };
    this.bars = [value];
    this.knob = new Knob();
    throw new Error('too fast');
  }
  calls = 0;
  #held = { title: null as string | null, spot: { x: 0, y: 0 }, bars: [1], knob: new Knob() };
}

for (const active of [true, false]) {
  test(`ERR-8: null, vectors, arrays and objects behind accessors are rolled back, active: ${active}`, () => {
    const { reported, register, write, dirty } = setUp({ active });
    const score = register(new Score(), 'score');
    const { spot, bars, knob } = score;
    assert.throws(() => write(score, 'tempo', 3), { code: 'function-failed' });
    assert.deepEqual([score.title, score.spot, score.bars], [null, spot, bars]);
    assert.equal(score.knob, knob);
    assert.equal(score.calls, 0, 'a computed value is not set');
    assert.deepEqual(dirty(score), []);
    assert.deepEqual(reported, []);
  });
}

test('EVT-12: an unregistered object is inline in every object that refers to it', () => {
  const { model, reported, read } = setUp();
  class Bulb {
    watts = 1;
    part: Bulb | null = null;
  }
  class Fixture {
    main: Bulb | null = null;
    spare: Bulb | null = null;
  }
  defineStored(model, Bulb, { watts: 'Int32', part: 'Bulb?' });
  defineStored(model, Fixture, { main: 'Bulb?', spare: 'Bulb?' });
  const bulb = Object.assign(new Bulb(), { part: new Bulb() });
  const handle = model.objects.register(bulb, { name: 'bulb' });
  const fixture = model.objects.register(Object.assign(new Fixture(), { main: bulb, spare: bulb }), {
    name: 'fixture',
  });
  model.objects.unregister(handle);
  for (const path of ['main/watts', 'main/part/watts']) {
    reported.length = 0;
    model.writer.write(model.resolver.property(fixture, path), 60, 'remote');
    model.changes.reportInline();
    assert.deepEqual(reported.toSorted(), [`fixture ${path}`, `fixture ${path.replace('main', 'spare')}`]);
    assert.equal(read('fixture', path.replace('main', 'spare')).value, 60);
  }
});

for (const by of ['host', 'user'] as const) {
  test(`getters that write as the ${by} run once per comparison, and their writes are reported`, () => {
    const count = 60;
    const { model, reported, read, register, write } = setUp();
    const all = Array.from({ length: count }, (_, i) => register(new Writing(), `w${i}`));
    const desk = register(new Desk(), 'desk');
    Writing.write = (target, member, value) => {
      const run = () => write(target, member, value, by);
      if (by === 'user') model.asUser(run);
      else run();
    };
    try {
      Writing.runs = 0;
      reported.length = 0;
      model.asUser(() => {
        desk.plain = 2;
      });
      // Each of two getters runs before and after the action.
      assert.equal(Writing.runs, 2 * 2 * count);
      assert.ok(reported.includes('desk plain'));
      for (const each of all.keys()) {
        for (const member of ['seen', 'loud', 'plain'])
          assert.ok(reported.includes(`w${each} ${member}`), member);
      }
      Writing.write = () => {};
      assert.equal(read('w0', 'plain').value, all[0]!.plain);
      // Later comparisons work.
      reported.length = 0;
      model.asUser(() => {
        all[0]!.plain = 7;
      });
      assert.ok(reported.includes('w0 plain'));
    } finally {
      Writing.write = () => {};
    }
  });
}
