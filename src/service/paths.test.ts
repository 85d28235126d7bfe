import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { randomBelow, runsOf } from '../../test/support/random.js';
import { createModel } from '../../test/support/stored-model.js';
import { exposedClass, exposedField, exposedFunction } from './classes/decorators.js';
import { ExposedError } from './common/exposed-error.js';
import { createPlainHost } from './plain/plain-host.js';

@exposedClass({ name: 'PathPart' })
class Part {
  @exposedField({ key: true }) accessor name = '';
  @exposedField({ type: 'Single' }) accessor weight = 0;
  @exposedFunction({ name: 'Tell', returns: 'String' })
  tell() {
    return this.name;
  }
}

@exposedClass({ name: 'PathGroup' })
class Group {
  @exposedField({ key: true }) accessor title = '';
  @exposedField({ type: [Part] }) accessor parts: Part[] = [];
}

@exposedClass({ name: 'PathRoot' })
class Root {
  @exposedField({ type: [Group] }) accessor groups: Group[] = [];
  @exposedField() accessor part = new Part();
}

const keys = [
  'Joy',
  'a.b',
  'x/y',
  'p[q',
  '5',
  '',
  '0.5',
  'weight',
  'ä ö',
  "it's",
  'reset',
  '100%',
  'c:d',
  'w"x',
  '.',
];

const host = createPlainHost({ name: 'paths', log: () => {} });
after(() => host.stop());

function setUp() {
  const model = createModel(host);
  const named = (name: string) => Object.assign(new Part(), { name });
  const groups = keys.map((title) => Object.assign(new Group(), { title, parts: keys.map(named) }));
  const handle = model.objects.register(Object.assign(new Root(), { groups }), { sourceKey: 'root' });
  return { model, handle };
}

type Random = (below: number) => number;

/** Spells an element in one of the ways of wire.md section 6; some need a slash after them. */
function spellElement(random: Random, index: number): { text: string; needsSlash: boolean } {
  const key = keys[index]!;
  const isIndex = /^\d+$/.test(key);
  switch (random(4)) {
    case 0:
      return { text: `/${String(index).padStart(1 + random(2) * 12, '0')}`, needsSlash: false };
    case 1:
      return { text: `[${index}]`, needsSlash: false };
    case 2:
      if (isIndex || key === '' || key.includes('/') || key === '.') break;
      return { text: `/${key}`, needsSlash: key.includes('[') };
    default:
      if (isIndex || key === '' || key.startsWith('"')) break;
      return { text: `[${key}]`, needsSlash: false };
  }
  return { text: `["${key}"]`, needsSlash: false };
}

/** A path and its meaning. */
function spell(random: Random): { text: string; canonical: string } {
  const [group, part] = [random(keys.length), random(keys.length)];
  const separator = (needsSlash: boolean) => (needsSlash || random(2) === 0 ? '/' : '.');
  const first = spellElement(random, group);
  const second = spellElement(random, part);
  const text =
    `groups${first.text}${separator(first.needsSlash)}parts` +
    `${second.text}${separator(second.needsSlash)}weight`;
  return { text, canonical: `groups/${group}/parts/${part}/weight` };
}

/** Percent-encodes random characters and each `%`; encodes either all or no brackets, and all if a key contains one. */
function encodeSome(random: Random, text: string): string {
  const bracketsToo = random(2) === 0 || text.includes('p[q');
  return [...text]
    .map((character) => {
      if (character === '%') return '%25';
      if ('[]'.includes(character)) return bracketsToo ? encodeURIComponent(character) : character;
      if (random(3) > 0) return character;
      const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, '0'));
      return bytes.map((byte) => `%${random(2) === 0 ? byte : byte.toUpperCase()}`).join('');
    })
    .join('');
}

describe('paths in any spelling', () => {
  it('PTH-1, 2, 3, 10: all spellings and encodings of a path lead to the same property', () => {
    const { model, handle } = setUp();
    const random = randomBelow(13);
    for (let i = 0; i < runsOf(5_000); i++) {
      const { text, canonical } = spell(random);
      const pieces = text.split('/').map(encodeURIComponent).join('/');
      assert.equal(model.resolver.property(handle, text).path, canonical, text);
      for (const path of [encodeURIComponent(text), pieces, encodeSome(random, text)]) {
        assert.equal(model.resolver.property(handle, path, true).path, canonical, `${text} as ${path}`);
      }
      const call = encodeSome(random, text.replace(/weight$/, 'tELL'));
      const { owner } = model.resolver.function(handle, call, true);
      assert.equal(`${owner.parent!.path}/weight`, canonical, call);
    }
  });

  it('any text is answered with a property or with an error that names the problem', () => {
    const { model, handle } = setUp();
    const random = randomBelow(7);
    const pieces = [
      ...['/', '.', '[', ']', '"', '%', '%2F', '%5B', '%5D', '%2E', '%22', '%25', '%00', '%E4', '%ED%A0%80'],
      ...[
        'groups',
        'parts',
        'weight',
        'part',
        'Joy',
        'a.b',
        '0',
        '5',
        '__proto__',
        'constructor',
        'ä',
        '\u0000',
      ],
    ];
    const found = { place: 0, 'invalid-request': 0, 'property-not-found': 0, 'function-not-found': 0 };
    for (let i = 0; i < runsOf(30_000); i++) {
      const path = Array.from({ length: 1 + random(9) }, () => pieces[random(pieces.length)]).join('');
      const isCall = random(4) === 0;
      try {
        if (isCall) model.resolver.function(handle, path, random(2) === 0);
        else {
          const ref = model.resolver.property(handle, path, random(4) > 0);
          // The reported location is the actual one.
          assert.equal(model.resolver.property(handle, ref.path).path, ref.path, path);
        }
        found.place++;
      } catch (error) {
        assert.ok(error instanceof ExposedError, `${path}: ${error}`);
        found[error.code as keyof typeof found]++;
      }
    }
    assert.ok(
      Object.values(found).every((count) => count > 0 || Number.isNaN(count)),
      JSON.stringify(found),
    );
  });

  it('long paths of any form are refused in time proportional to their length', () => {
    const { model, handle } = setUp();
    const refused = (path: string) =>
      assert.throws(() => model.resolver.property(handle, path, true), ExposedError, path.slice(0, 20));
    for (const piece of ['[', '["', '["]', 'groups[', '.', '%5B', '["a"]', '/', 'a.', '%2F']) {
      refused(piece.repeat(1_000_000));
      refused(piece.repeat(Math.floor(16_000 / piece.length)));
      refused(`groups/${piece.repeat(Math.floor(1_000 / piece.length))}`);
    }
    assert.throws(() => model.resolver.property(handle, 'x'.repeat(1025)), /more than 1024 characters/);
  });

  it('an error in any segment of a long path is found, whether other segments are valid or not', () => {
    const { model, handle } = setUp();
    const long = 'x'.repeat(1024);
    const escaped = '%41'.repeat(342);
    const wrong: [piece: string, reason: RegExp][] = [
      ['', /a segment is empty/],
      [`${long}x`, /more than 1024 characters/],
      ['%41'.repeat(1025), /more than 1024 characters/],
      ['%zz', /escape is malformed/],
      ['%C3', /escape is malformed/],
    ];
    const around = [['none'], ['none', long, escaped], Array<string>(30).fill('a.')];
    for (const before of around) {
      for (const after of around) {
        const refusal = (middle: string[]) => () =>
          model.resolver.property(handle, [...before, ...middle, ...after].join('/'), true);
        assert.throws(refusal([]), { code: 'property-not-found' });
        for (const [piece, reason] of wrong) assert.throws(refusal([piece]), { message: reason });
        // A slash between both halves of a character.
        assert.throws(refusal(['%C3', '%A9']), { message: /escape is malformed/ });
      }
    }
  });

  it('an error of a request has no stack, and an error of the application has one', () => {
    const { model, handle } = setUp();
    const stackOf = (isOfRequest: boolean) => {
      try {
        model.resolver.property(handle, 'nothing.there', isOfRequest);
      } catch (error) {
        return (error as Error).stack;
      }
      return assert.fail('it is found');
    };
    const { stackTraceLimit } = Error;
    assert.doesNotMatch(stackOf(true)!, /\n +at /);
    assert.match(stackOf(false)!, /\n +at .*paths\.test/s);
    assert.equal(Error.stackTraceLimit, stackTraceLimit);
  });
});

@exposedClass({ name: 'PathLink' })
class Link {
  @exposedField({ type: 'PathLink', nullable: true }) accessor next: Link | null = null;
  @exposedFunction({ name: 'Tell', returns: 'Int32' })
  tell() {
    return 1;
  }
}

describe('long paths', () => {
  const { model } = setUp();
  const first = new Link();
  let last = first;
  for (let i = 0; i < 600; i++) {
    last.next = new Link();
    last = last.next;
  }
  const handle = model.objects.register(first, { sourceKey: 'first' });
  const tooLong = { code: 'invalid-request', message: 'a path has more than 64 steps' };
  const waysOf = (steps: number) => {
    const slashes = new Array<string>(steps).fill('next').join('/');
    return [slashes, slashes.replaceAll('next/next', 'next.next')];
  };

  it('have 64 segments at most, however they are written', () => {
    for (const path of waysOf(64)) {
      assert.ok(model.resolver.property(handle, path).get() instanceof Link);
    }
    for (const path of waysOf(63)) {
      assert.ok(model.resolver.function(handle, `${path}/Tell`).owner.target instanceof Link);
    }
    for (const path of waysOf(65)) {
      for (const take of [
        () => model.resolver.property(handle, path),
        () => model.resolver.function(handle, `${path}/Tell`),
      ])
        assert.throws(take, tooLong);
    }
  });

  it('are refused for their length before their segments are parsed', () => {
    const path = new Array<string>(65).fill('none').join('/');
    for (const encoded of [true, false]) {
      assert.throws(() => model.resolver.property(handle, path, encoded), tooLong);
      assert.throws(() => model.resolver.function(handle, path, encoded), tooLong);
    }
  });
});
