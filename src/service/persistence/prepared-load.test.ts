import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkAlways } from '../../../test/support/random.js';
import { createPlainHost } from '../index.js';
import type { Json } from '../json.js';
import { ExposedModel } from '../model.js';
import { packageVersion } from '../package-version.js';
import { BegunSave } from '../state/begun-save.js';
import { diskFiles } from './disk/disk-files.js';
import { DocumentText } from './document/document-text.js';
import { formats } from './format.js';
import { LiveDocument } from './live-document.js';
import { OpenScene } from './open-scene.js';
import { ProjectFolder } from './project-folder.js';
import { ProjectSettings } from './project-settings.js';
import { SaveBuild } from './save-build.js';
import { atOnce } from './slices.js';
import { Unkept } from './unkept.js';

class Part {
  a = 1;
  b = 'b';
}

class Thing {
  n = 0;
  s = 's';
  place = { x: 0, y: 0, z: 0 };
  part = new Part();
  parts: Part[] = [new Part(), new Part()];
  names: (string | null)[] = ['x', 'y'];
  other: Thing | null = null;
}

const keys = ['t0', 't1', 't2', 't3'];

/** Objects whose members the service stores, as those of scene files. */
function show() {
  const host = createPlainHost({ name: 'Test', log: () => {} });
  const told = new Set<string>();
  const model = new ExposedModel(host, { find: () => undefined }, (key) => key, {
    active: true,
    changed: ({ handle, path }) => void told.add(`${handle.sourceKey}/${path}`),
    reparented: () => {},
  });
  const { classes, objects } = model;
  const member = (name: string, type: string, more: object = {}) => ({
    name,
    kind: 'field' as const,
    type,
    observed: true,
    get: (target: object) => (target as Record<string, unknown>)[name],
    set: (target: object, value: unknown) => Object.assign(target, { [name]: value }),
    ...more,
  });
  classes.define({
    name: 'Part',
    kind: 'struct',
    members: [member('a', 'Int32'), member('b', 'String')],
    functions: [],
    constructorFunction: Part,
    create: () => new Part(),
  });
  classes.define({
    name: 'Thing',
    kind: 'class',
    members: [
      member('n', 'Int32'),
      member('s', 'String'),
      member('place', 'Vector3'),
      member('part', 'Part'),
      member('parts', 'Part[]'),
      member('names', 'String[]'),
      member('other', 'Thing', { nullable: true }),
    ],
    functions: [],
    constructorFunction: Thing,
    create: () => new Thing(),
  });
  for (const sourceKey of keys) objects.register(new Thing(), { sourceKey });
  const project = new ProjectFolder('/nowhere', diskFiles, host.log);
  const settings = new ProjectSettings(model, host.application, packageVersion, project, host.log);
  const scene = new OpenScene(model, host, settings);
  scene.begin();

  /** `between` is called between its steps. */
  const prepared = (text: string, between = () => {}) => {
    const scanned = atOnce(DocumentText.scan('a.live.json', Buffer.from(text), formats.live));
    const steps = LiveDocument.prepared(model, host, scanned);
    for (let each = steps.next(); ; each = steps.next()) {
      if (each.done) return each.value;
      between();
    }
  };
  const build = (begun?: BegunSave) =>
    new SaveBuild(model, scene, settings, new Unkept(model, host.log), begun);
  return {
    prepared,
    open(document: LiveDocument) {
      scene.open(document, 'a.live.json');
      model.dirty.markAllClean();
    },
    put(key: string, path: string, value: Json, origin: 'user' | 'host') {
      const handle = objects.bySourceKey(key);
      if (handle === undefined) return;
      const property = model.resolver.property(handle, path);
      try {
        if (origin === 'host') model.writer.writeAsEngine(property, value);
        else model.writer.write(property, value, origin);
      } catch {
        // It is refused in both.
      }
    },
    reset(key: string, path: string) {
      const handle = objects.bySourceKey(key);
      if (handle === undefined) return;
      model.writer.reset(model.resolver.property(handle, path), model.defaults.of(handle), 'reset');
    },
    markClean(key: string) {
      const handle = objects.bySourceKey(key);
      if (handle !== undefined) model.dirty.markClean(handle);
    },
    /** An object that is there goes; where none is, another one comes. */
    comeOrGo(key: string) {
      const handle = objects.bySourceKey(key);
      if (handle === undefined) objects.register(new Thing(), { sourceKey: key });
      else objects.unregister(handle);
    },
    save() {
      const begun = new BegunSave(model.saved, model.dirty, () => true);
      const built = atOnce(atOnce(build(begun).steps()).scene);
      atOnce(begun.commit(10));
      built.commit();
    },
    /** All that anybody may see: what was told of, values, what is unsaved, what a save would write. */
    seen() {
      const values = [...objects].map((handle) => model.texts.object(handle, Number.POSITIVE_INFINITY));
      const dirty = [...model.dirty.dirtyUnits()].map(({ unit, members }) => [
        objects.fileKey(unit.target),
        members.map(({ name }) => name),
      ]);
      const ids = new Map([...objects].map(({ id, sourceKey }) => [id, sourceKey!]));
      const text = values.join('\n').replace(/"\d+"/g, (id) => `"${ids.get(id.slice(1, -1))}"`);
      const written = atOnce(atOnce(build().steps()).scene).text.text;
      const changed = [...told].sort();
      told.clear();
      return { changed, text, dirty: dirty.sort(), isUnsaved: scene.hasUnsavedChanges, written };
    },
  };
}

const number = fc.integer({ min: -2, max: 3 });
const word = fc.constantFrom('s', 'x', 'word');
const part = fc.record({ a: number, b: word }, { requiredKeys: [] });
const reference = fc.constantFrom(null, ...[...keys, 'nobody'].map((key) => ({ '@ref': key })));
const element = fc.oneof(
  part,
  part.map((each) => ({ ...each, '@op': 'new' })),
  fc.constant({ '@op': 'removed' }),
);
const entry = fc.record(
  {
    '@source': fc.constantFrom(...keys, ...keys, ...keys, 'nobody', 't0.part'),
    '@type': fc.constant('Thing'),
    n: fc.oneof(number, fc.constant('no number')),
    s: word,
    place: fc.record({ x: number, z: number }, { requiredKeys: [] }),
    part,
    parts: fc.array(element, { maxLength: 3 }),
    names: fc.array(fc.oneof(word, fc.constant(null)), { maxLength: 3 }),
    other: reference,
    unknown: number,
  },
  { requiredKeys: ['@source'] },
);
const written = fc.oneof(
  fc.tuple(fc.constant('n'), number),
  fc.tuple(fc.constant('part/a'), number),
  fc.tuple(fc.constant('place/y'), number),
  fc.tuple(fc.constant('parts'), fc.array(part, { maxLength: 3 })),
  fc.tuple(fc.constant('names'), fc.array(word, { maxLength: 3 })),
  fc.tuple(fc.constant('other'), reference),
);
const edit = fc.oneof(
  fc.record({
    what: fc.constant('put' as const),
    key: fc.constantFrom(...keys),
    written,
    by: fc.constantFrom('user' as const, 'user' as const, 'host' as const),
  }),
  fc.record({
    what: fc.constant('reset' as const),
    key: fc.constantFrom(...keys),
    path: fc.constantFrom('n', 'part', 'parts', 'names', 'other'),
  }),
  fc.record({ what: fc.constant('markClean' as const), key: fc.constantFrom(...keys) }),
);
const comeOrGo = fc.record({ what: fc.constant('comeOrGo' as const), key: fc.constantFrom('t0', 't1') });
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;
type Change = Edit | (typeof comeOrGo extends fc.Arbitrary<infer T> ? T : never);

const stepOf = (change: fc.Arbitrary<Change>) =>
  fc.oneof(
    { weight: 2, arbitrary: change },
    fc.record({ what: fc.constant('save' as const) }),
    fc.record({
      what: fc.constant('load' as const),
      objects: fc.array(entry, { maxLength: 5 }),
      // Saves and loads go one after the other.
      between: fc.array(change, { maxLength: 4 }),
      meanwhile: fc.array(change, { maxLength: 2 }),
    }),
  );

function act(on: ReturnType<typeof show>, each: Change): void {
  if (each.what === 'put') on.put(each.key, each.written[0], each.written[1] as Json, each.by);
  else if (each.what === 'reset') on.reset(each.key, each.path);
  else if (each.what === 'comeOrGo') on.comeOrGo(each.key);
  else on.markClean(each.key);
}

const formatOf = { format: 'jp.lilium.remotecontrol.live', formatVersion: 1 };

function checkPrepared(change: fc.Arbitrary<Change>): void {
  const property = fc.property(fc.array(stepOf(change), { maxLength: 8 }), (steps) => {
    const [one, other] = [show(), show()];
    for (const each of steps) {
      if (each.what === 'load') {
        const text = JSON.stringify({ ...formatOf, objects: each.objects });
        const unready = other.prepared(text).again();
        const edits = [...each.between];
        const doOnBoth = (edit: Change | undefined) => {
          if (edit !== undefined) for (const on of [one, other]) act(on, edit);
        };
        const ready = one.prepared(text, () => doOnBoth(edits.shift()));
        for (const edit of [...edits, ...each.meanwhile]) doOnBoth(edit);
        one.open(ready);
        other.open(unready);
      } else
        for (const on of [one, other]) {
          if (each.what === 'save') on.save();
          else act(on, each);
        }
      assert.deepEqual(one.seen(), other.seen());
    }
  });
  checkAlways(property, { numRuns: 300, seed: 7 });
}

test('a load that was prepared does what one does that was not', () => checkPrepared(edit));

test('and also where objects come and go while it is prepared', () =>
  checkPrepared(fc.oneof({ weight: 3, arbitrary: edit }, comeOrGo)));
