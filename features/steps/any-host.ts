import assert from 'node:assert/strict';
import { Given, Then, When } from '@cucumber/cucumber';
import { type Json, simHostRoot } from '../../conformance/client/index.js';
import { same, show } from '../support/match.js';
import type { HostWorld } from '../support/world.js';

/** What a scenario found out about the host that it is run against. */
interface Found {
  objects: Json[];
  property?: { id: string; name: string; value: Json; type: string };
}

const found = new WeakMap<HostWorld, Found>();

function finding(world: HostWorld): Found {
  const known = found.get(world);
  if (known === undefined) throw new Error('begin with "Given the host"');
  return known;
}

Given('the host', async function (this: HostWorld) {
  await this.useHost(`${simHostRoot}/scenes/demo.yaml`);
  found.set(this, { objects: [] });
});

/** Without an object there is nothing to check. */
Given('it has objects', async function (this: HostWorld) {
  const { status, json } = await this.http.request('GET', '/exposed/objects');
  if (status !== 200 || !Array.isArray(json?.objects) || json.objects.length === 0) return 'skipped';
  finding(this).objects = json.objects;
  this.remembered.set('id', json.objects[0]['@id']);
  return undefined;
});

const numeric = ['Single', 'Double', 'Int32', 'Int64', 'Int16', 'Byte'];

/** A property that is worked with: its value is put back after the scenario. */
Given('one of them has a property that takes numbers', async function (this: HostWorld) {
  const { json } = await this.http.request('GET', '/exposed/types');
  const types = (json?.types ?? []) as Json[];
  for (const object of finding(this).objects) {
    const type = types.find((each) => each.type === object['@type']);
    const property = (type?.properties ?? []).find(
      (each: Json) =>
        numeric.includes(each.type) && !each.isReadOnly && typeof object[each.name] === 'number',
    );
    // What moves by itself cannot be compared with what was written.
    if (property === undefined || property.isPersistable === false) continue;
    const value = object[property.name];
    finding(this).property = { id: object['@id'], name: property.name, value, type: property.type };
    this.remembered.set('path', `/exposed/object/${object['@id']}/${property.name}`);
    this.remembered.set('object', object['@id']);
    this.remembered.set('name', property.name);
    this.remembered.set('value', String(value));
    this.remembered.set('other', String(value === 1 ? 2 : 1));
    return undefined;
  }
  return 'skipped';
});

Then('its number is put back', async function (this: HostWorld) {
  const { id, name, value } = finding(this).property!;
  const { status } = await this.http.request('PUT', `/exposed/object/${id}/${name}`, { body: { value } });
  assert.equal(status, 200);
});

Given('one of them holds a composite', function (this: HostWorld) {
  const object = finding(this).objects.find((each) => Object.values(each).some((value) => isStub(value)));
  if (object === undefined) return 'skipped';
  const [name] = Object.entries(object).find(([, value]) => isStub(value))!;
  this.remembered.set('object', object['@id']);
  this.remembered.set('member', name);
  return undefined;
});

function isStub(value: Json): boolean {
  return value !== null && typeof value === 'object' && value['@truncated'] === true;
}

Then('every stub in the answer has its type and nothing else', function (this: HostWorld) {
  const stubs: Json[] = [];
  const walk = (value: Json) => {
    if (value === null || typeof value !== 'object') return;
    if (value['@truncated'] !== undefined) stubs.push(value);
    for (const each of Object.values(value)) walk(each);
  };
  walk(this.answer.json);
  assert.ok(stubs.length > 0);
  for (const stub of stubs) {
    assert.deepEqual(Object.keys(stub), ['@type', '@truncated']);
    assert.ok(typeof stub['@type'] === 'string' && stub['@truncated'] === true, show(stub));
  }
});

Then('every object of the answer names its type and its id', function (this: HostWorld) {
  assert.equal(this.answer.status, 200, this.answer.text);
  for (const object of this.answer.json.objects) {
    assert.ok(typeof object['@type'] === 'string' && object['@type'] !== '', show(object));
    assert.match(object['@id'], /^-?\d{1,19}$/);
  }
});

Then('every object of the answer is a {string}', function (this: HostWorld, type: string) {
  assert.ok(this.answer.json.objects.length > 0, this.answer.text);
  for (const object of this.answer.json.objects) assert.equal(object['@type'], this.fill(type));
});

When('I remember the type of the first object', function (this: HostWorld) {
  const types = finding(this).objects.map((object) => object['@type']);
  this.remembered.set('type', types[0]);
});

Then('the error says what was wrong', function (this: HostWorld) {
  assert.equal(typeof this.answer.json?.error, 'string', this.answer.text);
  assert.ok(this.answer.json.error.length > 0);
});

Then(
  'the answer has the number {string}, {int} or more',
  function (this: HostWorld, path: string, least: number) {
    const value = this.answer.json?.[path];
    assert.ok(typeof value === 'number' && value >= least, this.answer.text);
  },
);

Then('the nested answer differs from the plain one in its stubs alone', async function (this: HostWorld) {
  const plain = (await this.http.request('GET', this.fill('/exposed/object/<object>'))).json;
  const nested = (await this.http.request('GET', this.fill('/exposed/object/<object>?nested'))).json;
  const compare = (a: Json, b: Json, path: string): void => {
    if (isStub(a)) return assert.equal(a['@type'], b['@type'], path);
    if (a === null || typeof a !== 'object')
      return assert.ok(same(a, b), `${path}: ${show(a)} and ${show(b)}`);
    assert.deepEqual(Object.keys(a), Object.keys(b), path);
    for (const name of Object.keys(a)) compare(a[name], b[name], `${path}/${name}`);
  };
  compare(plain, nested, '');
  assert.ok(!show(nested).includes('@truncated') || show(plain).includes('@truncated'));
});

/** Where time is in our hands, it has to be told to go on; anywhere else it does by itself. */
When('its frames go on', async function (this: HostWorld) {
  if (this.host.controlUrl !== undefined) await this.host.controlRequest('clock.step', { frames: 1 });
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
    assert.equal(status, 200, `${path}: ${text}`);
  }
});

Then('no exchange breaks the description', function (this: HostWorld) {
  assert.deepEqual(this.violations, []);
});
