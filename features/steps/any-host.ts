import assert from 'node:assert/strict';
import { Given, Then, When } from '@cucumber/cucumber';
import { type Json, simHostRoot } from '../../conformance/client/index.js';
import { valueAt } from '../support/described.js';
import { finding, found } from '../support/found.js';
import { show } from '../support/match.js';
import { isComposite } from '../support/nesting.js';
import { movingMembers, stayingObjects } from '../support/watch.js';
import type { HostWorld } from '../support/world.js';

Given('the host', async function (this: HostWorld) {
  await this.useHost(`${simHostRoot}/scenes/demo.yaml`);
});

/** Finds objects to check; objects named by the options of the suite come first. */
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

Given('one of them holds a composite', function (this: HostWorld) {
  const { objects } = finding(this);
  const object = objects.find((each) => Object.values(each).some((value) => isComposite(value)));
  if (object === undefined) return this.notApplicable('none of its objects holds a composite');
  const [member] = Object.entries(object).find(([, value]) => isComposite(value))!;
  this.remember({ object: object['@id'], member });
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
      const elements = await valueAt(this, path);
      this.borrow(path, elements);
      this.remember({ list: path, elements, end: object[name].length, first: show(elements?.[0]) });
      return undefined;
    }
  }
  return this.notApplicable(`none of its objects has a list of ${what} that can be written`);
});

/** Filtering by the rarest type removes most of the list. */
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

/** Without base types, a type derives from another if it has all its members. */
function derives(name: string, base: string, types: readonly Json[]): boolean {
  if (name === base) return true;
  const type = types.find((each) => each.type === name);
  if (type?.baseTypes !== undefined) return type.baseTypes.some((each: string) => derives(each, base, types));
  const members = (each: Json) => new Set((each?.properties ?? []).map((property: Json) => property.name));
  const own = members(type);
  const wanted = members(types.find((each) => each.type === base));
  return wanted.size > 0 && [...wanted].every((member) => own.has(member));
}
