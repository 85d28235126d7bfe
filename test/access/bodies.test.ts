/** What a caller may do with bodies and paths, case by case. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { ask, endRequests } from './ask.js';
import { createWorld, fill, type Item, type Shelf, stateOf, type World } from './shelf.js';

const hidden = new Set(['vault', 'rack/limits/note', 'other/codes/code']);
const guest = {
  read: (path: string) => !hidden.has(path),
  write: (path: string) => path !== 'rack/locked' && path !== 'rack/spare',
  call: true,
};

let world: World;
let url: string;

before(async () => {
  world = createWorld(() => guest);
  ({ url } = await world.service.start());
});
beforeEach(() => {
  for (const handle of [...world.service.objects]) world.service.objects.unregister(handle);
  fill(world, (path) => path);
  for (const [key, object] of world.objects)
    world.service.objects.register(object, { sourceKey: key, name: key });
});
after(async () => {
  endRequests();
  await world.service.stop();
});

const rack = () => world.objects.get('rack') as Shelf;
const item = (key: string) => world.objects.get(key) as Item;

async function refused(status: number, method: string, path: string, body: unknown): Promise<string> {
  const before = stateOf(world);
  const answer = await ask(url, { method, path: `/exposed/${path}`, body });
  assert.equal(answer.status, status, `${method} ${path} ${JSON.stringify(body)}: ${answer.text}`);
  assert.equal(stateOf(world), before, 'nothing has changed');
  return answer.text;
}

test('a stub with more than @type is refused', async () => {
  for (const beside of [
    { '@ref': 'vault' },
    { '@ref': 'door' },
    { '@ref': null },
    { low: 1 },
    { '@name': 'x' },
  ]) {
    const stub = { '@truncated': true, ...beside };
    for (const form of [stub, { '@type': 'ShelfItem', ...stub }]) {
      await refused(400, 'POST', 'function/rack/say', { args: [form] });
      await refused(400, 'PUT', 'object/rack/main', { value: form });
      await refused(400, 'PUT', 'object/rack', { value: { main: form } });
      await refused(400, 'PUT', 'object/rack', { value: { list: [form] } });
      await refused(400, 'PUT', 'object/rack/limits', { value: form });
      await refused(400, 'POST', 'object/rack/keys', { value: form });
      await refused(400, 'PUT', 'object/rack', { value: form });
    }
  }
  const stub = { '@type': 'ShelfLimits', '@truncated': true };
  const { status } = await ask(url, {
    method: 'PUT',
    path: '/exposed/object/rack/limits',
    body: { value: stub },
  });
  assert.equal(status, 200);
});

test('a stub represents a locked object, but not a locked text', async () => {
  const stub = { '@type': 'ShelfLimits', '@truncated': true };
  await refused(403, 'PUT', 'object/rack', { value: { text: 'new', locked: stub } });
  await refused(403, 'PUT', 'object/rack', { value: { text: 'new', locked: { '@truncated': true } } });
  const body = { value: { text: 'new', spare: stub } };
  assert.equal((await ask(url, { method: 'PUT', path: '/exposed/object/rack', body })).status, 200);
});

test('a hidden key does not show in the changed flag of members beside it', async () => {
  const shelf = world.objects.get('other') as Shelf;
  const read = async () =>
    (await ask(url, { method: 'GET', path: '/exposed/object/other/codes/0/uses' })).text;
  const unchanged = await read();
  shelf.codes[0]!.code = 'another';
  assert.equal(await read(), unchanged);
  shelf.codes.reverse();
  shelf.codes[1]!.uses = 7;
  const { changed } = JSON.parse(await read()) as { changed: boolean };
  assert.equal(changed, true, 'an element counts as changed with its list');
});

test('the key of a hidden element matches nothing', async () => {
  item('vault').name = 'the-key';
  for (const [method, path] of [
    ['GET', 'keys[the-key]'],
    ['GET', 'keys/the-key'],
    ['GET', 'keys.the-key'],
    ['GET', 'keys[the-key]/level'],
    ['DELETE', 'keys[the-key]'],
    ['PUT', 'keys[the-key]'],
    ['POST', 'keys[the-key]/reset'],
  ] as const) {
    const text = await refused(
      404,
      method,
      `object/rack/${path}`,
      method === 'PUT' ? { value: null } : undefined,
    );
    const unknown = await refused(
      404,
      method,
      `object/rack/${path.replace('the-key', 'no-key!')}`,
      method === 'PUT' ? { value: null } : undefined,
    );
    assert.equal(text.replaceAll('the-key', '*'), unknown.replaceAll('no-key!', '*'));
  }
});

test('a hidden element hides no other element with its key', async () => {
  item('vault').name = 'shared';
  item('door').name = 'shared';
  const { text } = await ask(url, { method: 'GET', path: '/exposed/object/rack/keys[shared]/name' });
  assert.equal(JSON.parse(text).id, world.service.objects.resolve('door')!.id);
});

test('a key that is hidden in its element matches nothing', async () => {
  hidden.add('door/name');
  try {
    await refused(404, 'GET', 'object/rack/keys[door%2Fname]', undefined);
    assert.equal((await ask(url, { method: 'GET', path: '/exposed/object/rack/keys/2' })).status, 200);
  } finally {
    hidden.delete('door/name');
  }
});

test('a hidden reference answers a write as null does', async () => {
  const values = [
    null,
    { '@ref': null },
    { level: 1 },
    { '@type': 'ShelfItem' },
    { '@type': 'ShelfItem', '@truncated': true },
  ];
  for (const value of [...values, { '@ref': 'vault' }, { '@ref': 'lamp' }, 5, 'x', []]) {
    const answers = [];
    for (const main of [item('vault'), null]) {
      rack().main = main;
      const { status, text } = await ask(url, {
        method: 'PUT',
        path: '/exposed/object/rack/main',
        body: { value },
      });
      answers.push(`${status} ${text.replace('"changed":true', '"changed":false')}`);
    }
    assert.equal(answers[0], answers[1], JSON.stringify(value));
  }
  rack().main = item('vault');
  await ask(url, { method: 'PUT', path: '/exposed/object/rack/main', body: { value: { '@ref': null } } });
  assert.equal(rack().main, item('vault'), 'null that was read may be written back');
});

test('`changed` of an object covers only visible members', async () => {
  const changed = async (path: string) =>
    JSON.parse((await ask(url, { method: 'GET', path: `/exposed/object/${path}` })).text).changed;
  rack().limits.note = 'another';
  assert.equal(await changed('rack/limits'), false);
  rack().limits.low = 1;
  assert.equal(await changed('rack/limits'), true);
  rack().main = null;
  assert.equal(await changed('rack/main'), false, 'a hidden object was there');
  rack().keys = [item('lamp'), item('lamp'), item('door')];
  assert.equal(await changed('rack/keys'), true);
});
