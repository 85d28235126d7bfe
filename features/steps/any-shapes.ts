import assert from 'node:assert/strict';
import { Given, Then } from '@cucumber/cucumber';
import type { Json } from '../../conformance/client/index.js';
import { objectsOf, propertiesOf, stillMembers, typesOf, valueAt } from '../support/described.js';
import { show } from '../support/match.js';
import { isComposite, isStub } from '../support/nesting.js';
import { movingMembers } from '../support/watch.js';
import type { HostWorld } from '../support/world.js';

/** A member as the types describe it. */
interface Member {
  readonly type: Json;
  readonly property: Json;
}

/** The shapes that a scenario has found. */
const described = new WeakMap<HostWorld, readonly Member[]>();

/** The name of a type without list and null markers. */
function plainType(name: unknown): string {
  return String(name).replace(/\[\]|\?/g, '');
}

function isObject(value: Json): boolean {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The objects of a value: one object or the elements of a list. */
function composites(value: Json): Json[] {
  return (Array.isArray(value) ? value : [value]).filter((each) => isObject(each));
}

Then('every member whose type is a class names one', async function (this: HostWorld) {
  const types = await typesOf(this);
  const classes = new Set(types.map(({ type }) => type));
  let seen = 0;
  const look = (value: Json, path: string): void => {
    for (const property of propertiesOf(value['@type'], types)) {
      if (!classes.has(plainType(property.elementType ?? property.type))) continue;
      for (const each of composites(value[property.name])) {
        if (each['@ref'] !== undefined) continue;
        seen++;
        const where = `${path}/${property.name}`;
        assert.ok(typeof each['@type'] === 'string' && each['@type'] !== '', `${where} is ${show(each)}`);
        look(each, where);
      }
    }
  };
  for (const object of await objectsOf(this, '?nested')) look(object, object['@id']);
  return seen > 0 ? undefined : this.notApplicable('none of its objects holds a composite');
});

/** Every object in a value with its path. */
function inside(value: Json, path: string): [path: string, found: Json][] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const here = `${path}/${name}`;
    const below = inside(each as Json, here);
    return isObject(each as Json) ? [[here, each as Json], ...below] : below;
  });
}

function referencesIn(objects: readonly Json[]): Map<string, Json> {
  const all = objects.flatMap((object) => inside(object, object['@id']));
  return new Map(all.filter(([, value]) => value['@ref'] !== undefined));
}

Given('one of them refers to another', async function (this: HostWorld) {
  return referencesIn(await objectsOf(this)).size > 0
    ? undefined
    : this.notApplicable('none of its objects refers to another');
});

Then('no object stands inside another one', function (this: HostWorld) {
  for (const object of this.answer.json.objects as Json[])
    for (const [path, value] of inside(object, object['@id']))
      assert.equal(value['@id'], undefined, `${path} is ${show(value)}`);
});

Then('its references are those of the plain list', async function (this: HostWorld) {
  const plain = await objectsOf(this);
  const moves = await movingMembers(this);
  const nested = referencesIn(this.answer.json.objects);
  for (const object of plain)
    for (const [path, { '@ref': ref }] of referencesIn([object]))
      if (!moves(object, path.split('/')[1]!)) assert.equal(nested.get(path)?.['@ref'], ref, path);
});

Then('every reference of the answer leads to an object', async function (this: HostWorld) {
  const ids = new Set([...referencesIn(this.answer.json.objects).values()].map((each) => each['@ref']));
  for (const id of ids) {
    const { status, json } = await this.http.request('GET', `/exposed/object/${id}`);
    assert.equal(status, 200, `the reference ${id}`);
    assert.equal(json['@id'], id);
  }
});

Given('one of them holds a list of composites', async function (this: HostWorld) {
  const moves = await movingMembers(this);
  const isList = (value: Json) =>
    Array.isArray(value) && value.some((each) => isStub(each) || isComposite(each));
  for (const object of await objectsOf(this)) {
    const name = Object.keys(object).find((each) => isList(object[each]) && !moves(object, each));
    if (name === undefined) continue;
    this.remember({ object: object['@id'], member: name });
    return undefined;
  }
  return this.notApplicable('none of its objects holds a list of composites');
});

/** Reads the list that was found, at depth 1 and nested. */
async function listOf(world: HostWorld): Promise<{ plain: Json[]; nested: Json[] }> {
  const read = async (query: string) =>
    (await world.http.request('GET', world.fill(`/exposed/object/<object>${query}`))).json[
      world.remembered.get('member')!
    ];
  return { plain: await read(''), nested: await read('?nested') };
}

Then('its lists are as long as when nested', async function (this: HostWorld) {
  const { plain, nested } = await listOf(this);
  assert.equal(plain.length, nested.length);
});

Then('each element is a stub of its type', async function (this: HostWorld) {
  const { plain, nested } = await listOf(this);
  for (const [i, each] of nested.entries()) {
    if (!isComposite(each)) continue;
    assert.ok(isStub(plain[i]), `element ${i} is ${show(plain[i] ?? null)}`);
    assert.equal(plain[i]['@type'], each['@type'], `element ${i}`);
  }
});

Then('the list stands whole in its object', async function (this: HostWorld) {
  const [, object, name] = /object\/([^/]+)\/(.+)$/.exec(this.remembered.get('list')!)!;
  const { json } = await this.http.request('GET', `/exposed/object/${object}`);
  assert.equal(show(json[name!]), this.remembered.get('elements'));
});

Given('one of them holds a composite that can be written', async function (this: HostWorld) {
  const members = await stillMembers(this);
  const found = members.find(({ property, value }) => !property.isReadOnly && isStub(value));
  if (found === undefined)
    return this.notApplicable('none of its objects holds a composite that can be written');
  const { object, property, path, value: stub } = found;
  const whole = await valueAt(this, path);
  this.borrow(path, whole);
  this.remember({ object: object['@id'], member: property.name, composite: path, stub, whole });
  return undefined;
});

Given('one of them has a list of objects with keys', async function (this: HostWorld) {
  const types = await typesOf(this);
  for (const { path, value } of await stillMembers(this, '?nested')) {
    const first = Array.isArray(value) ? value[0] : undefined;
    if (first === undefined || !isComposite(first)) continue;
    const key = propertiesOf(first['@type'], types).find(({ isKey }) => isKey === true);
    if (key === undefined || !/^[A-Za-z]\w*$/.test(String(first[key.name]))) continue;
    this.remember({ list: path, key: first[key.name], first });
    return undefined;
  }
  return this.notApplicable(
    'none of its objects has a list whose elements have keys, as far as its types tell',
  );
});

Given('one of them has a value that can only be read', async function (this: HostWorld) {
  const others: Record<string, (value: Json) => Json> = {
    string: (value) => `${value}x`,
    number: (value) => (value === 1 ? 2 : 1),
    boolean: (value) => !value,
  };
  for (const { property, path, value } of await stillMembers(this)) {
    const other = others[typeof value]?.(value);
    if (property.isReadOnly !== true || other === undefined) continue;
    this.borrow(path, value);
    this.remember({ path, value: show(value), other: show(other) });
    return undefined;
  }
  return this.notApplicable(
    'none of its objects has a value that can only be read, as far as its types tell',
  );
});

Then('it is refused', function (this: HostWorld) {
  const { status, text } = this.answer;
  assert.ok(status >= 400 && status < 500, `${status} ${text}`);
});

async function unsaved(world: HostWorld): Promise<Json | undefined> {
  const { status, json } = await world.http.request('GET', '/api/live');
  return status === 200 && typeof json?.unsaved === 'boolean' ? json : undefined;
}

Given('nothing of it is unsaved', async function (this: HostWorld) {
  const live = await unsaved(this);
  if (live === undefined) return this.notApplicable('it does not tell what is unsaved (GET /api/live)');
  if (live.path === null) return this.notApplicable('no live scene is open, so that nothing can be unsaved');
  return live.unsaved ? this.notApplicable('something of it is unsaved already') : undefined;
});

Given('files keep that number', async function (this: HostWorld) {
  const types = await typesOf(this);
  const { json } = await this.http.request('GET', this.fill('/exposed/object/<object>'));
  const name = this.remembered.get('name');
  const property = propertiesOf(json['@type'], types).find((each) => each.name === name);
  return property?.isPersistable === true ? undefined : this.notApplicable('files do not keep that number');
});

async function isUnsaved(world: HostWorld): Promise<boolean> {
  const { objects = [] } = (await unsaved(world)) ?? {};
  const own = objects.find((each: Json) => each.id === world.remembered.get('object'));
  return own?.properties?.includes(world.remembered.get('name')) === true;
}

Then('it is told as unsaved', async function (this: HostWorld) {
  assert.equal((await unsaved(this))?.unsaved, true);
  assert.ok(await isUnsaved(this), show((await unsaved(this)) ?? null));
});

Then('it is not told as unsaved', async function (this: HostWorld) {
  assert.equal((await unsaved(this))?.unsaved, false);
});

async function find(
  world: HostWorld,
  what: string,
  is: (property: Json) => boolean,
): Promise<'skipped' | undefined> {
  const members = (await typesOf(world)).flatMap((type) =>
    (type.properties ?? []).filter(is).map((property: Json) => ({ type, property })),
  );
  described.set(world, members);
  return members.length > 0 ? undefined : world.notApplicable(`its types have no member with ${what}`);
}

const wanted = new WeakMap<HostWorld, string>();

Given('its types have members with {string}', function (this: HostWorld, name: string) {
  wanted.set(this, name);
  return find(this, name, (property) => property[name] !== undefined);
});

Given('its types have members with the control {string}', function (this: HostWorld, control: string) {
  return find(this, `the control ${control}`, ({ controller }) => controller?.type === control);
});

function eachOf(world: HostWorld, holds: (value: Json, member: Member) => boolean): void {
  const name = wanted.get(world)!;
  for (const member of described.get(world)!) {
    const value = member.property[name];
    assert.ok(holds(value, member), `${placeOf(member)}: "${name}" is ${show(value)}`);
  }
}

function placeOf({ type, property }: Member): string {
  return `${type.type}.${property.name}`;
}

Then('none of them has {string}', function (this: HostWorld, name: string) {
  for (const member of described.get(this)!)
    assert.equal(member.property[name], undefined, `${placeOf(member)} has both`);
});

Then(/^each is a list of (one|two) or more$/, function (this: HostWorld, least: 'one' | 'two') {
  eachOf(this, (value) => Array.isArray(value) && value.length >= (least === 'one' ? 1 : 2));
});

Then('each is true', function (this: HostWorld) {
  eachOf(this, (value) => value === true);
});

Then('each names types that there are, none of them abstract', async function (this: HostWorld) {
  const types = await typesOf(this);
  const isConcrete = (name: Json) => {
    const type = types.find((each) => each.type === name);
    return type !== undefined && type.isAbstract !== true;
  };
  eachOf(this, (value) => value.every(isConcrete));
});

Then('each names a property of its owner', async function (this: HostWorld) {
  const types = await typesOf(this);
  for (const member of described.get(this)!) {
    const { sourcePropertyName } = member.property.controller;
    const names = propertiesOf(member.type.type, types).map(({ name }) => name);
    assert.ok(
      names.includes(sourcePropertyName),
      `${placeOf(member)} names ${show(sourcePropertyName ?? null)}`,
    );
  }
});

Then('each can only be read', function (this: HostWorld) {
  for (const member of described.get(this)!) assert.equal(member.property.isReadOnly, true, placeOf(member));
});

Then(
  'the value of each is the address of an image, relative to the server',
  async function (this: HostWorld) {
    const types = await typesOf(this);
    let seen = 0;
    for (const object of await objectsOf(this))
      for (const { name, controller } of propertiesOf(object['@type'], types)) {
        const url = object[name];
        if (controller?.type !== 'ImagePreview' || url === null || url === '' || url === undefined) continue;
        assert.match(String(url), /^\/(?!\/)/, `${object['@id']}/${name}`);
        const { status, headers } = await this.http.request('GET', url);
        // Waits while there is no image.
        if (status === 404) continue;
        seen++;
        assert.equal(status, 200, url);
        assert.match(String(headers['content-type']), /^image\//, url);
      }
    return seen > 0 ? undefined : this.notApplicable('none of its objects shows a preview now');
  },
);

/** A member with an asset control, and the first GUID or composite key that the control offers. */
Given(
  /^one of them offers (sub-)?assets for a member$/,
  async function (this: HostWorld, sub: string | null) {
    const isOfThem = sub ? /^[\w-]+:-?\d+$/ : /^[\w-]+$/;
    for (const { object, property, path } of await stillMembers(this)) {
      const { controller, isReadOnly } = property;
      if (controller?.type !== 'AssetSelector' || isReadOnly) continue;
      const guid = [object[controller.sourcePropertyName]].flat().find((each) => isOfThem.test(each));
      if (guid === undefined) continue;
      this.borrow(path, await valueAt(this, path));
      this.remember({ path, guid });
      return undefined;
    }
    return this.notApplicable(
      `none of its members chooses among ${sub ?? ''}assets, as far as its types tell`,
    );
  },
);

Then("it tells the asset's name and type", function (this: HostWorld) {
  const { name, type } = this.answer.json;
  assert.ok(typeof name === 'string' && name !== '', this.answer.text);
  // An asset that is not loaded may only have a name.
  assert.equal(typeof type, 'string', this.answer.text);
});
