import assert from 'node:assert/strict';
import { Given, Then, When } from '@cucumber/cucumber';
import { type Answer, type Json, parseJson, simHostRoot } from '../../conformance/client/index.js';
import { at, same, show } from '../support/match.js';
import { assertNestedForm, isComposite, isStub, stubsIn } from '../support/nesting.js';
import { movingMembers, stayingObjects } from '../support/watch.js';
import type { HostWorld } from '../support/world.js';

/** What a scenario found out about the host that it is run against. */
interface Found {
  objects: Json[];
  types: Json[];
}

const found = new WeakMap<HostWorld, Found>();

function finding(world: HostWorld): Found {
  const known = found.get(world);
  if (known === undefined) throw new Error('begin with "Given the host" and "it has objects"');
  return known;
}

Given('the host', async function (this: HostWorld) {
  await this.useHost(`${simHostRoot}/scenes/demo.yaml`);
});

/** Without an object there is nothing to check. The ones that were named when the suite was started stand first. */
Given('it has objects', async function (this: HostWorld) {
  const { status, text, json } = await this.http.request('GET', '/exposed/objects');
  if (status !== 200 || !Array.isArray(json?.objects))
    return this.notApplicable(
      `it does not list its objects (GET /exposed/objects: ${status} ${text.slice(0, 80)})`,
    );
  if (json.objects.length === 0) return this.notApplicable('it exposes no object');
  const types = (await this.http.request('GET', '/exposed/types')).json?.types ?? [];
  const { object } = this.parameters;
  const isNamed = (each: Json) => [each['@id'], each['@source'], each['@name']].includes(object);
  if (object !== undefined && !json.objects.some(isNamed))
    return this.notApplicable(`it has no object ${object}, which --object names`);
  const stays = await stayingObjects(this);
  const objects = json.objects.filter((each: Json) => (object === undefined || isNamed(each)) && stays(each));
  if (objects.length === 0) return this.notApplicable('all its objects come and go');
  found.set(this, { objects, types });
  this.remembered.set('id', objects[0]['@id']);
  return undefined;
});

const numeric = ['Single', 'Double', 'Int32', 'Int64', 'Int16', 'Byte'];

/** Numbers that can be written, those that are kept in files first: what is not may be the application's own affair. */
function numbersOf({ objects, types }: Found, wanted: string | undefined) {
  const all = objects.flatMap((object) => {
    const type = types.find((each) => each.type === object['@type']);
    const properties: Json[] = type?.properties ?? [];
    return properties
      .filter(
        ({ name, type: kind, isReadOnly }) =>
          numeric.includes(kind) && !isReadOnly && typeof object[name] === 'number',
      )
      .map((property) => ({ object, property }));
  });
  const own = wanted === undefined ? all : all.filter(({ property }) => property.name === wanted);
  const isKept = ({ property }: { property: Json }) => property.isPersistable !== false;
  return [...own.filter(isKept), ...own.filter((each) => !isKept(each))];
}

/** Other numbers that the control of a property lets through. */
function otherNumbers(value: number, controller: Json): number[] {
  const { minValue = Number.NEGATIVE_INFINITY, maxValue = Number.POSITIVE_INFINITY } = controller ?? {};
  const candidates = [1, 2, Math.ceil(minValue), Math.floor(maxValue), 0, value + 1, value - 1];
  return candidates.filter(
    (each) => Number.isFinite(each) && each !== value && each >= minValue && each <= maxValue,
  );
}

/** A property that is worked with: its value is put back after the scenario, whatever comes of it. */
Given('one of them has a property that takes numbers', function (this: HostWorld) {
  return useNumber(this, finding(this));
});

/** In an object itself, or in what is in it. */
Given('one of them has a property that takes whole numbers of 32 bits', async function (this: HostWorld) {
  const { objects, types } = finding(this);
  const moves = await movingMembers(this);
  for (const object of objects) {
    const { status, json } = await this.http.request('GET', `/exposed/object/${object['@id']}?nested=1`);
    for (const { way, value } of wholeNumbersIn(status === 200 ? json : object, types)) {
      if (moves(object, way[0]!) || ![way[0], way.at(-1), undefined].includes(this.parameters.member))
        continue;
      const path = ['/exposed/object', object['@id'], ...way].join('/');
      this.borrow(path, value);
      this.remembered.set('path', path);
      this.remembered.set('value', String(value));
      return undefined;
    }
  }
  return this.notApplicable('none of its objects has an Int32 that can be written, as far as its types tell');
});

/** With the names on the way to each, not in lists. */
function* wholeNumbersIn(object: Json, types: readonly Json[]): Generator<{ way: string[]; value: number }> {
  const properties: Json[] = types.find((each) => each.type === object['@type'])?.properties ?? [];
  for (const { name, type, isReadOnly } of properties) {
    const value = object[name];
    if (isReadOnly) continue;
    if (type === 'Int32' && typeof value === 'number') yield { way: [name], value };
    else if (isComposite(value) && value['@id'] === undefined)
      for (const inner of wholeNumbersIn(value, types))
        yield { way: [name, ...inner.way], value: inner.value };
  }
}

Given('the object with it has a property that takes numbers', function (this: HostWorld) {
  const { objects, types } = finding(this);
  const holder = objects.filter((object) => Object.values(object).some((value) => isComposite(value)));
  return useNumber(this, { objects: holder, types });
});

/**
 * The first that takes another number as it comes: applications have limits of their own, of which their types tell nothing. Where none
 * does, it is the host that does not write.
 */
async function firstTaken<T extends { object: Json; property: Json; other: number }>(
  world: HostWorld,
  usable: readonly T[],
): Promise<T | undefined> {
  for (const each of usable) {
    const path = `/exposed/object/${each.object['@id']}/${each.property.name}`;
    const before = (await world.http.request('GET', path)).json?.value;
    await world.http.request('PUT', path, { body: { value: each.other } });
    const after = (await world.http.request('GET', path)).json?.value;
    await world.http.request('PUT', path, { body: { value: before } });
    if (after === each.other) return each;
  }
  return undefined;
}

async function useNumber(world: HostWorld, among: Found): Promise<'skipped' | undefined> {
  const { member } = world.parameters;
  const moves = await movingMembers(world);
  const numbers = numbersOf(among, member);
  if (numbers.length === 0)
    return world.notApplicable(
      member === undefined
        ? 'none of its objects has a number that can be written, as far as its types tell'
        : `no object has a number ${member} that can be written, which --member names`,
    );
  const usable = numbers.flatMap(({ object, property }) => {
    if (moves(object, property.name)) return [];
    return otherNumbers(object[property.name], property.controller).map((other) => ({
      object,
      property,
      other,
    }));
  });
  const chosen = (await firstTaken(world, usable)) ?? usable[0];
  if (chosen === undefined)
    return world.notApplicable(
      'every number that can be written moves by itself; --object and --member name one that can be worked with',
    );
  const { object, property, other } = chosen;
  const id = object['@id'];
  const path = `/exposed/object/${id}/${property.name}`;
  const value = (await world.http.request('GET', path)).json?.value ?? object[property.name];
  world.borrow(path, value);
  for (const [name, each] of Object.entries({ path, object: id, name: property.name, value, other }))
    world.remembered.set(name, String(each));
  const isLower = property.name.toLowerCase() === property.name;
  const inAnotherCase = isLower ? property.name.toUpperCase() : property.name.toLowerCase();
  world.remembered.set('other-case', inAnotherCase);
  return undefined;
}

Given('one of them holds a composite', function (this: HostWorld) {
  const { objects } = finding(this);
  const object = objects.find((each) => Object.values(each).some((value) => isComposite(value)));
  if (object === undefined) return this.notApplicable('none of its objects holds a composite');
  const [name] = Object.entries(object).find(([, value]) => isComposite(value))!;
  this.remembered.set('object', object['@id']);
  this.remembered.set('member', name);
  return undefined;
});

Given('one of them has a list of {word}', async function (this: HostWorld, what: string) {
  const isOfThem = (value: Json) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) =>
      what === 'objects' ? isComposite(each) : each === null || typeof each !== 'object',
    );
  const moves = await movingMembers(this);
  for (const object of finding(this).objects) {
    const type = finding(this).types.find((each) => each.type === object['@type']);
    for (const { name, isReadOnly } of type?.properties ?? []) {
      if (isReadOnly || !isOfThem(object[name]) || moves(object, name)) continue;
      const path = `/exposed/object/${object['@id']}/${name}`;
      const { json } = await this.http.request('GET', path);
      this.borrow(path, json?.value);
      this.remembered.set('list', path);
      this.remembered.set('elements', show(json?.value));
      this.remembered.set('end', String(object[name].length));
      this.remembered.set('first', show(json?.value?.[0]));
      return undefined;
    }
  }
  return this.notApplicable(`none of its objects has a list of ${what} that can be written`);
});

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

/** The type that most others are not of: what leaves most of the list out. */
When('I remember the type of the fewest objects', function (this: HostWorld) {
  const { objects } = finding(this);
  const counts = new Map<string, number>();
  for (const object of objects) counts.set(object['@type'], (counts.get(object['@type']) ?? 0) + 1);
  const [[type]] = [...counts].sort(([, a], [, b]) => a - b) as [[string, number]];
  this.remembered.set('type', type);
});

Then(
  'the answer has the objects of that type, and those that derive from it',
  async function (this: HostWorld) {
    const type = this.remembered.get('type')!;
    const { objects, types } = finding(this);
    assert.equal(this.answer.status, 200, this.answer.text);
    const listed: Json[] = this.answer.json.objects;
    const missing = objects.filter(
      (each) => each['@type'] === type && !listed.some((other) => other['@id'] === each['@id']),
    );
    assert.deepEqual(
      missing.map((each) => each['@name']),
      [],
      `objects of the type ${type} that are left out`,
    );
    const strangers = listed.filter((each) => !derives(each['@type'], type, types));
    assert.deepEqual(
      strangers.map((each) => each['@type']),
      [],
      `types that are no ${type}`,
    );
  },
);

/** By what the types say of their bases; where they do not, a derived type has all members of its base at least. */
function derives(name: string, base: string, types: readonly Json[]): boolean {
  if (name === base) return true;
  const type = types.find((each) => each.type === name);
  if (type?.baseTypes !== undefined) return type.baseTypes.some((each: string) => derives(each, base, types));
  const members = (each: Json) => new Set((each?.properties ?? []).map((property: Json) => property.name));
  const own = members(type);
  const wanted = members(types.find((each) => each.type === base));
  return wanted.size > 0 && [...wanted].every((member) => own.has(member));
}

/** A message says something: not the words of the status alone. */
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
  assert.notEqual(message, lastMessage.get(this), 'another mistake has another message');
  lastMessage.set(this, message);
});

Then(
  'the answer has the number {string}, {int} or more',
  function (this: HostWorld, path: string, least: number) {
    const value = this.answer.json?.[path];
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

/** Where time is in our hands, it has to be told to go on; anywhere else it does by itself. */
When('its frames go on', async function (this: HostWorld) {
  if (this.host.controlUrl !== undefined) await this.host.controlRequest('clock.step', { frames: 1 });
});

/** Hosts from before writes of whole objects do not know the route. */
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

/** A rate that stands still may be a steady loop, or a text that was written once: nobody can tell them apart from outside. */
Then('its frame rate is measured', async function (this: HostWorld) {
  const seen = new Set<number>();
  for (let i = 0; i < 12; i++) {
    const { json } = await this.http.request('GET', '/api/performance');
    seen.add(json?.fps);
    if (seen.size > 1) return undefined;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return this.notApplicable(`its frame rate was ${[...seen].join()} all the time: steady, or assumed`);
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
    // Another host may leave one out, and what it has follows the description.
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
