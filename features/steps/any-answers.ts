import assert from 'node:assert/strict';
import { Given, Then, When } from '@cucumber/cucumber';
import { type Answer, type Json, parseJson } from '../../conformance/client/index.js';
import { at, same, show } from '../support/match.js';
import { assertNestedForm, isComposite, isStub, stubsIn } from '../support/nesting.js';
import { movingMembers } from '../support/watch.js';
import type { HostWorld } from '../support/world.js';

Then('the answer is JSON', function (this: HostWorld) {
  const [kind, ...parameters] = String(this.answer.headers['content-type'])
    .toLowerCase()
    .split(/\s*;\s*/);
  assert.equal(kind, 'application/json');
  for (const each of parameters)
    if (each.startsWith('charset=')) assert.match(each, /^charset="?utf-8"?$/, 'JSON is UTF-8');
  assert.notEqual(this.answer.json, undefined, this.answer.text);
});

Then('the answer has stubs', function (this: HostWorld) {
  assert.ok(stubsIn(this.answer.json).length > 0, `no stub in ${this.answer.text}`);
});

Then('every composite of its objects is a stub', function (this: HostWorld) {
  const objects: Json[] = this.answer.json.objects ?? [this.answer.json];
  for (const object of objects)
    for (const [name, value] of Object.entries(object) as [string, Json][])
      assert.ok(!isComposite(value) || isStub(value), `${object['@id']}/${name}: ${show(value)}`);
});

Then('every stub in the answer has its type and nothing else', function (this: HostWorld) {
  const stubs = stubsIn(this.answer.json);
  assert.ok(stubs.length > 0, `no stub in ${this.answer.text}`);
  for (const stub of stubs) {
    assert.deepEqual(Object.keys(stub).sort(), ['@truncated', '@type']);
    assert.ok(
      typeof stub['@type'] === 'string' && stub['@type'] !== '' && stub['@truncated'] === true,
      show(stub),
    );
  }
});

Then('every object of the answer names its type and its id', function (this: HostWorld) {
  assert.equal(this.answer.status, 200, this.answer.text);
  const { objects } = this.answer.json;
  if (objects.length === 0) return this.notApplicable('it exposes no object');
  const ids = new Set<string>();
  for (const object of objects) {
    assert.ok(typeof object['@type'] === 'string' && object['@type'] !== '', show(object));
    assert.match(object['@id'], /^-?\d{1,19}$/);
    ids.add(object['@id']);
  }
  assert.equal(ids.size, objects.length, 'every object has an id of its own');
  return undefined;
});

/** Returns the error message, which must say more than the status does. */
function messageOf(world: HostWorld): string {
  assert.equal(typeof world.answer.json?.error, 'string', world.answer.text);
  const message: string = world.answer.json.error;
  assert.match(message, /\p{L}{2,}.*\P{L}\p{L}{2,}/u, `"${message}" says nothing`);
  assert.ok(!/^(bad request|an? error occurred|error)\W*$/i.test(message), `"${message}" says nothing`);
  return message;
}

Then('the error says what was wrong', function (this: HostWorld) {
  messageOf(this);
});

const lastMessage = new WeakMap<HostWorld, string>();

Then('the error is told from the one before', function (this: HostWorld) {
  const message = messageOf(this);
  assert.notEqual(message, lastMessage.get(this), 'another error has another message');
  lastMessage.set(this, message);
});

Then(
  'the answer has the number {string}, {int} or more',
  function (this: HostWorld, path: string, least: number) {
    const value = at(this.answer.json, path);
    assert.ok(typeof value === 'number' && value >= least, this.answer.text);
  },
);

Then('the nested answer differs from the plain one in its stubs alone', async function (this: HostWorld) {
  const path = this.fill('/exposed/object/<object>');
  const plain = (await this.http.request('GET', path)).json;
  const nested = (await this.http.request('GET', `${path}?nested`)).json;
  const moves = await movingMembers(this);
  assertNestedForm(plain, nested, '', (member) => moves(plain, member));
});

Then('the answer has the list {string}', function (this: HostWorld, path: string) {
  assert.ok(Array.isArray(at(this.answer.json, path)), this.answer.text);
});

/** A manual clock needs a step; a real clock advances by itself. */
When('its frames go on', async function (this: HostWorld) {
  if (this.host.controlUrl !== undefined) await this.host.controlRequest('clock.step', { frames: 1 });
});

/** Older hosts lack the route for writes of whole objects. */
Given('it writes whole objects', async function (this: HostWorld) {
  const { status } = await this.http.request('PUT', this.fill('/exposed/object/<object>'), {
    body: { value: {} },
  });
  return [404, 405, 501].includes(status)
    ? this.notApplicable(`it does not write whole objects (PUT /exposed/object/{id}: ${status})`)
    : undefined;
});

Then('it is 405', function (this: HostWorld) {
  if (this.answer.status === 404)
    return this.notApplicable('it answers 404 to a wrong method, as older hosts do');
  assert.equal(this.answer.status, 405, this.answer.text);
  return undefined;
});

Then('the list is as it was', async function (this: HostWorld) {
  const { json } = await this.http.request('GET', this.fill('<list>'));
  assert.equal(show(json.value), this.remembered.get('elements'));
});

Then('it is settled for nobody', function (this: HostWorld) {
  assert.equal(this.answer.status, 200, this.answer.text);
  assert.equal(this.answer.json?.settled, false, this.answer.text);
});

/** A constant rate may be a steady loop or a fixed value, which clients cannot distinguish. */
Then('its frame rate is measured', async function (this: HostWorld) {
  const rates = new Set<number>();
  for (let i = 0; i < 12; i++) {
    const { json } = await this.http.request('GET', '/api/performance');
    rates.add(json?.fps);
    if (rates.size > 1) return undefined;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return this.notApplicable(`its frame rate was ${[...rates].join()} all the time: steady, or assumed`);
});

const plainRoutes = [
  '/exposed/objects',
  '/exposed/objects?nested',
  '/exposed/types',
  '/exposed/enums',
  '/exposed/orphans',
  '/api/status',
  '/api/performance',
  '/api/heartbeat',
  '/api/ip',
  '/api/language',
  '/ui/info',
  '/ui/sidemenu',
];

When('I GET every route that needs nothing', async function (this: HostWorld) {
  for (const path of plainRoutes) {
    const { status, text } = await this.send('GET', path);
    // Another host may lack a route; the description is checked for the others.
    if (this.parameters.baseUrl !== undefined && status === 404) continue;
    assert.equal(status, 200, `${path}: ${text}`);
  }
});

Then('no exchange breaks the description', function (this: HostWorld) {
  assert.deepEqual(this.violations, []);
  assert.notEqual(at(this.answer, 'status'), undefined, 'something was asked');
});

Given('it serves its description', async function (this: HostWorld) {
  const { status } = await this.http.request('GET', '/openapi.json');
  return status === 404 ? this.notApplicable('it does not serve its description; it need not') : undefined;
});

Then(
  'the item {string} is answered as {word} is alone',
  async function (this: HostWorld, id: string, path: string) {
    const item = this.answer.json.responses.find((each: Json) => each.id === id);
    const alone = await this.http.request('GET', this.fill(path));
    assert.equal(item?.status, alone.status);
    assert.ok(same(item.body, alone.json), `${show(item.body)} and alone ${alone.text}`);
  },
);

const alone = new WeakMap<HostWorld, Answer>();

When(
  'a write of {word} to {word} alone is answered, and taken back',
  async function (this: HostWorld, value: string, path: string) {
    alone.set(this, await this.send('PUT', path, { body: { value: parseJson(this.fill(value)) } }));
    await this.http.request('PUT', this.fill(path), { body: { value: parseJson(this.fill('<value>')) } });
  },
);

Then(
  'the items {string}, {string} and {string} are answered',
  function (this: HostWorld, one: string, another: string, third: string) {
    const answered = this.answer.json.responses.map((each: Json) => each.id);
    for (const id of [one, another, third])
      assert.ok(answered.includes(id), `${id} is not among ${show(answered)}`);
  },
);

Then('the item {string} is answered as it was alone', function (this: HostWorld, id: string) {
  const item = this.answer.json.responses.find((each: Json) => each.id === id);
  const { status, json, text } = alone.get(this)!;
  assert.equal(item?.status, status);
  assert.ok(same(item.body, json), `${show(item.body)} and alone ${text}`);
});
