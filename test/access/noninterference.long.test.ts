/**
 * Hidden values do not affect a caller: two hosts that differ only in hidden values give the same answers and
 * events to random requests, and refused requests change nothing.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Access } from '../../src/service/index.js';
import { randomBelow } from '../support/random.js';
import { ask, endRequests, type Request } from './ask.js';
import {
  change,
  createWorld,
  fill,
  type Item,
  items,
  type Shelf,
  shelves,
  stateOf,
  type World,
} from './shelf.js';

const runs = Number(process.env.RANDOM_RUNS ?? 16);
const requestsPerRun = 40;

function randomFrom(seed: number) {
  const integer = randomBelow(seed);
  return {
    integer,
    chance: (probability: number) => integer(1000) < 1000 * probability,
    pick: <T>(choices: readonly T[]): T => choices[integer(choices.length)]!,
  };
}
type Random = ReturnType<typeof randomFrom>;

/** Paths with random rights. */
const limitsPaths = (path: string, depth = 0): string[] => [
  path,
  ...['low', 'high', 'note', 'reason'].map((name) => `${path}/${name}`),
  ...(depth < 2 ? limitsPaths(`${path}/inner`, depth + 1) : []),
];
const paths = [
  ...items.flatMap((key) => [key, `${key}/name`, `${key}/level`, ...limitsPaths(`${key}/limits`)]),
  ...shelves.flatMap((key) => [
    ...['text', 'locked', 'numbers', 'position', 'codes', 'codes/code', 'codes/uses', 'main', 'keys'].map(
      (name) => `${key}/${name}`,
    ),
    ...['limits', 'spare', 'list'].flatMap((name) => limitsPaths(`${key}/${name}`)),
  ]),
];

interface Rights {
  readonly hidden: ReadonlySet<string>;
  readonly access: Access;
}

function randomRights(random: Random): Rights {
  const some = (probability: number) => new Set(paths.filter(() => random.chance(probability)));
  const hidden = some(0.12);
  // Some items are hidden in nearly every run.
  if (random.chance(0.7)) hidden.add('vault');
  const locked = some(0.3);
  const forbidden = new Set(['rack/first', 'other/say'].filter(() => random.chance(0.3)));
  const access: Access = {
    read: (path) => !hidden.has(path),
    write: (path) => !locked.has(path),
    call: (path) => !forbidden.has(path),
  };
  return { hidden, access };
}

/** True if a path or one of its parents is hidden. */
function isHidden(hidden: ReadonlySet<string>, path: string): boolean {
  const names = path.split('/');
  return names.some((_, i) => hidden.has(names.slice(0, i + 1).join('/')));
}

/** The initial values and keys of both hosts. */
interface Known {
  readonly texts: readonly string[];
  readonly ids: readonly string[];
}

function randomReference(random: Random, { ids, texts }: Known) {
  const to = random.pick([...items, ...shelves, ...ids, random.pick(texts), 'nobody', null, 7]);
  const beside = random.chance(0.3) ? { '@truncated': random.pick([true, true, false, 1]) } : {};
  return { '@ref': to, ...beside, ...(random.chance(0.2) && { '@type': 'ShelfItem', '@name': 'x' }) };
}

const names = [
  'low',
  'high',
  'note',
  'reason',
  'inner',
  'name',
  'level',
  'limits',
  'code',
  'uses',
  'main',
  'keys',
];
const shelfNames = [
  'text',
  'locked',
  'numbers',
  'position',
  'limits',
  'spare',
  'list',
  'codes',
  'main',
  'keys',
];
const typeNames = ['ShelfLimits', 'ShelfWideLimits', 'ShelfItem', 'ShelfCode', 'Shelf', 'Nothing'];

function randomValue(random: Random, known: Known, depth = 0): unknown {
  const kind = random.integer(depth < 3 ? 10 : 6);
  if (kind === 0) return null;
  if (kind === 1) return random.integer(100);
  if (kind === 2) return random.pick([...known.texts, 'new']);
  if (kind === 3) return randomReference(random, known);
  if (kind === 4) {
    const stub = { '@type': random.pick(typeNames), '@truncated': true };
    return random.chance(0.5) ? stub : { ...stub, [random.pick(names)]: randomValue(random, known, 4) };
  }
  if (kind < 7) return Array.from({ length: random.integer(4) }, () => randomValue(random, known, depth + 1));
  const members = Array.from({ length: 1 + random.integer(3) }, () => [
    random.pick(depth === 0 ? [...shelfNames, ...names] : names),
    randomValue(random, known, depth + 1),
  ]);
  const type = random.chance(0.3) ? { '@type': random.pick(typeNames) } : {};
  return { ...type, ...Object.fromEntries(members) };
}

function randomPath(random: Random, { ids, texts }: Known): string {
  const object = random.pick([...shelves, ...shelves, ...shelves, ...items, ...ids, 'nobody']);
  const steps = [object];
  const separator = random.chance(0.85) ? '/' : '.';
  const key = () => encodeURIComponent(random.pick(texts));
  const element = () => random.pick([() => `${random.integer(4)}`, key, key])();
  const inItem = () => random.pick([[], ['name'], ['level'], ['limits', 'note'], ['nothing']]);
  const inLimits = () =>
    random.pick([[], ['low'], ['note'], ['reason'], ['inner'], ['inner', 'note'], ['inner', 'inner']]);
  const inShelf: readonly (() => readonly string[])[] = [
    () => [random.pick([...shelfNames, 'nothing', 'say', 'first'])],
    () => ['limits', ...inLimits()],
    () => ['spare', ...inLimits()],
    () => ['list', element(), ...inLimits()],
    () => ['codes', element(), ...random.pick([[], ['code'], ['uses']])],
    () => ['main', ...inItem()],
    () => ['keys', element(), ...inItem()],
    () => [`keys[${key()}]`, ...inItem()],
    () => ['position', random.pick(['x', 'w'])],
  ];
  const isItem = (items as readonly string[]).includes(object);
  const inside = random.chance(0.1) ? [] : isItem ? inItem() : random.pick(inShelf)();
  const [first, ...rest] = inside;
  if (first === undefined) return steps.join('/');
  return `${object}/${[first, ...rest].join(separator)}`;
}

function randomRequest(random: Random, known: Known, isInBatch = false): Request {
  const at = () => `/exposed/object/${randomPath(random, known)}`;
  const value = () => ({ value: randomValue(random, known) });
  const choices: readonly (() => Request)[] = [
    () => ({ method: 'GET', path: at() }),
    () => ({ method: 'GET', path: at() }),
    () => ({ method: 'GET', path: `${at()}?nested` }),
    () => ({ method: 'GET', path: `/exposed/objects${random.pick(['', '?nested', '?type=ShelfItem'])}` }),
    () => ({ method: 'GET', path: '/exposed/types' }),
    () => ({ method: 'GET', path: `/exposed/image/${randomPath(random, known)}` }),
    () => ({ method: 'PUT', path: at(), body: value() }),
    () => ({ method: 'PUT', path: at(), body: value() }),
    () => ({ method: 'PUT', path: at(), body: value() }),
    () => ({ method: 'PUT', path: `/exposed/object/${random.pick(shelves)}`, body: value() }),
    () => ({ method: 'POST', path: at(), ...(random.chance(0.8) && { body: value() }) }),
    () => ({
      method: 'DELETE',
      path: at(),
      ...(random.chance(0.4) && { body: { index: random.integer(4) } }),
    }),
    () => ({
      method: 'PATCH',
      path: at(),
      body: { fromIndex: random.integer(4), toIndex: random.integer(4) },
    }),
    () => ({ method: 'POST', path: `${at()}/reset` }),
    () => ({
      method: 'POST',
      path: `/exposed/function/${random.pick([...shelves, 'rack/main', 'nobody'])}/${random.pick(['say', 'first', 'x'])}`,
      body: { args: [random.chance(0.7) ? randomReference(random, known) : randomValue(random, known)] },
    }),
    () => ({
      method: 'PUT',
      path: `/exposed/object/${random.pick([...shelves, ...items])}/@parent`,
      body: { parentId: random.pick([...items, ...known.ids, null, 'nobody']) },
    }),
  ];
  if (!isInBatch && random.chance(0.1)) {
    const requests = Array.from({ length: 3 }, () => randomRequest(random, known, true));
    return { method: 'POST', path: '/exposed/batch', body: { requests } };
  }
  return random.pick(choices)();
}

/** The events that a guest receives up to a notification for everyone. */
async function listen(url: string) {
  const stop = new AbortController();
  const response = await fetch(`${url}/api/stream?clientId=guest&access_token=guest&source`, {
    signal: stop.signal,
  });
  const pieces = response.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  let text = '';
  return {
    async upTo(mark: string): Promise<string> {
      while (!(text.includes(mark) && text.endsWith('\n\n'))) {
        const { value, done } = await pieces.next();
        assert.ok(!done, 'the stream has ended');
        text += value;
      }
      // Null may replace a hidden object.
      const events = (text.match(/^data: .*"type":"exposed_.*$/gm) ?? []).filter(
        (each) => !each.includes('"value":null'),
      );
      text = '';
      return events.join('\n').replace(/"timestamp":[^,}]+/g, '"timestamp":0');
    },
    end: () => stop.abort(),
  };
}

let access: Access = {};
const worlds: { world: World; url: string }[] = [];

before(async () => {
  for (let i = 0; i < 2; i++) {
    const world = createWorld(() => access);
    worlds.push({ world, url: (await world.service.start()).url });
  }
});
after(async () => {
  endRequests();
  await Promise.all(worlds.map(({ world }) => world.service.stop()));
});

/** Fills both hosts, the second with other secrets, and makes the values their defaults. */
function prepare({ hidden }: Rights, random: Random): Known {
  const texts = new Set<string>();
  const isAway = random.chance(0.5);
  worlds.forEach(({ world }, i) => {
    const { objects, service } = world;
    for (const handle of [...service.objects]) service.objects.unregister(handle);
    fill(world, (path) => {
      const text = isHidden(hidden, path) ? `secret-${i}-${path}` : `open-${path}`;
      // These are names only, with which elements are addressed.
      if (/\/(name|code)$/.test(path)) texts.add(path.endsWith('code') ? `${text}-a` : text);
      return text;
    });
    const away = new Set<unknown>();
    for (const key of items) if (i === 1 && isAway && hidden.has(key)) away.add(objects.get(key));
    for (const key of shelves) {
      const shelf = objects.get(key) as Shelf;
      if (away.has(shelf.main)) shelf.main = null;
      shelf.keys = shelf.keys.map((each) => (away.has(each) ? (null as unknown as Item) : each));
    }
    for (const [key, object] of objects) service.objects.register(object, { sourceKey: key, name: key });
    for (const object of away) service.objects.unregister(service.objects.byTarget(object as object)!);
    // `changed` must not reveal it.
    if (i === 1) change(world, (path) => isHidden(hidden, path));
    world.tick();
  });
  return { texts: [...texts], ids: [] };
}

test('hidden values do not affect a caller, and refused requests change nothing', async () => {
  const statuses = new Map<number, number>();
  for (let run = 0; run < runs; run++) {
    const random = randomFrom(1000 + run);
    const rights = randomRights(random);
    access = rights.access;
    const known = prepare(rights, random);
    const streams = await Promise.all(worlds.map(({ url }) => listen(url)));
    for (let step = 0; step < requestsPerRun; step++) {
      const request = randomRequest(random, known);
      const shown = `run ${run}, request ${step}: ${JSON.stringify(request)}, hidden: ${[...rights.hidden].join(' ')}`;
      const before = worlds.map(({ world }) => stateOf(world));
      const answers = [];
      for (const { url } of worlds)
        answers.push(await ask(url, request).catch((error) => assert.fail(`${shown}: ${error}`)));
      const [one, other] = answers.map(({ status, text }) => `${status} ${text}`);
      assert.equal(other, one, shown);
      assert.notEqual(answers[0]!.status, 500, shown);
      statuses.set(answers[0]!.status, (statuses.get(answers[0]!.status) ?? 0) + 1);
      if (answers[0]!.status >= 400)
        assert.deepEqual(
          worlds.map(({ world }) => stateOf(world)),
          before,
          `${shown}: ${one}`,
        );
      if (random.chance(0.3)) for (const { world } of worlds) world.tick();
    }
    const events = [];
    for (const [i, { world }] of worlds.entries()) {
      const mark = `mark-${run}-end`;
      world.service.notifications.notify({ type: 'info', title: 'mark', message: mark });
      world.tick();
      events.push(await streams[i]!.upTo(mark));
      streams[i]!.end();
    }
    assert.deepEqual(
      events[1]!.split('\n'),
      events[0]!.split('\n'),
      `events of run ${run}, hidden: ${[...rights.hidden].join(' ')}`,
    );
  }
  for (const status of [200, 400, 403, 404]) assert.ok((statuses.get(status) ?? 0) > 10, `status ${status}`);
});
