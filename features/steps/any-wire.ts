import assert from 'node:assert/strict';
import { Given, Then, When } from '@cucumber/cucumber';
import { type Json, parseJson } from '../../conformance/client/index.js';
import { objectsOf, stillMembers, typesOf } from '../support/described.js';
import { show } from '../support/match.js';
import type { HostWorld } from '../support/world.js';

const names = (list: unknown) =>
  String(list ?? '')
    .toLowerCase()
    .split(/\s*,\s*/);

Then('the header {string} names {string}', function (this: HostWorld, header: string, wanted: string) {
  const named = names(this.answer.headers[header.toLowerCase()]);
  for (const each of names(wanted)) assert.ok(named.includes(each), `${header} names ${named.join(', ')}`);
});

function allows(world: HostWorld, origin: string): boolean {
  return ['*', origin].includes(String(world.answer.headers['access-control-allow-origin']));
}

Then('pages of {string} may read the answer', function (this: HostWorld, origin: string) {
  assert.ok(allows(this, origin), `it allows ${this.answer.headers['access-control-allow-origin']}`);
});

Given('it lets in no page of {string}', async function (this: HostWorld, origin: string) {
  await this.send('GET', '/exposed/objects', { headers: { Origin: origin } });
  return allows(this, origin) ? this.notApplicable(`it lets in pages of ${origin}`) : undefined;
});

When(
  'a page of {string} writes {word} to {word}',
  async function (this: HostWorld, origin: string, value: string, path: string) {
    const body = { value: parseJson(this.fill(value)) };
    await this.send('PUT', path, { body, headers: { Origin: origin } });
  },
);

const theStream = 'the stream';

Then('its head says that it is a stream, and not to be kept', function (this: HostWorld) {
  const { headers } = this.stream(theStream);
  assert.match(String(headers['content-type']), /^text\/event-stream\b/);
  assert.match(String(headers['cache-control']), /\bno-cache\b|\bno-store\b/);
});

Then(
  'it begins with "connected" for the client {string}',
  async function (this: HostWorld, clientId: string) {
    const first = await this.stream(theStream).event(() => true, 'the first event');
    assert.equal(first.kind, 'connected');
    assert.equal(first.data.clientId, clientId);
  },
);

Then('each of its events is one line of data that says its kind and its time', function (this: HostWorld) {
  const blocks = this.stream(theStream).raw.split(/(?:\r?\n){2,}/);
  // The text after the last empty line is an incomplete event.
  const events = blocks.slice(0, -1).filter((block) => block !== '' && !block.startsWith(':'));
  assert.ok(events.length > 1, 'events have come');
  for (const event of events) {
    const lines = event.split(/\r?\n/).filter((line) => !/^(id|retry):|^:/.test(line));
    assert.equal(lines.length, 2, event);
    assert.match(lines[0]!, /^event: ?data$/);
    const { type, data } = parseJson(lines[1]!.replace(/^data: ?/, ''));
    assert.equal(type, 'data', event);
    assert.match(data.type, /^\w+$/, event);
    assert.match(data.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, event);
  }
});

Given('it says whether a stream goes on', async function (this: HostWorld) {
  const connected = await this.stream(theStream).event(({ kind }) => kind === 'connected', 'connected');
  return connected.data.resume === undefined
    ? this.notApplicable('it does not say whether a stream goes on')
    : undefined;
});

Then('its events are counted by one', function (this: HostWorld) {
  const ids = this.stream(theStream)
    .events.slice(1)
    .map(({ id }) => id);
  const [epoch, first] = (ids[0] ?? '').split(':');
  assert.match(first ?? '', /^\d+$/, `the first id is ${ids[0]}`);
  // A filter causes gaps in the numbers, so this stream has none.
  for (const [i, id] of ids.entries()) assert.equal(id, `${epoch}:${BigInt(first!) + BigInt(i)}`);
});

Then('the id of its first event is the cursor that this names', function (this: HostWorld) {
  const [first] = this.stream(theStream).events;
  assert.ok(first?.id !== undefined, 'it has no id');
  assert.equal(first.id, first.data.cursor);
});

When('the connection of the stream is cut', function (this: HostWorld) {
  const stream = this.stream(theStream);
  this.remembered.set('last event', stream.lastEventId!);
  stream.close();
});

const isInteger = (value: Json) => typeof value === 'bigint' || Number.isInteger(value);
const isNumber = (value: Json) =>
  typeof value === 'number' || typeof value === 'bigint' || ['NaN', 'Infinity', '-Infinity'].includes(value);
const hasNumbers = (members: string) => (value: Json) =>
  value != null && typeof value === 'object' && members.split(' ').every((each) => isNumber(value[each]));

/** Checks the types whose form docs/spec/wire.md defines. */
const forms: Readonly<Record<string, (value: Json) => boolean>> = {
  Boolean: (value) => typeof value === 'boolean',
  Byte: isInteger,
  Int16: isInteger,
  Int32: isInteger,
  Int64: isInteger,
  Single: isNumber,
  Double: isNumber,
  String: (value) => value === null || typeof value === 'string',
  Vector2: hasNumbers('x y'),
  Vector3: hasNumbers('x y z'),
  Vector4: hasNumbers('x y z w'),
  Vector2Int: hasNumbers('x y'),
  Vector3Int: hasNumbers('x y z'),
  Quaternion: hasNumbers('x y z w'),
  Color: hasNumbers('r g b a'),
  Rect: hasNumbers('x y width height'),
  TransformValue: (value) =>
    hasNumbers('x y z')(value?.position) &&
    hasNumbers('x y z w')(value?.rotation) &&
    hasNumbers('x y z')(value?.scale),
};

Then('every value has the form of its type', async function (this: HostWorld) {
  const types = await typesOf(this);
  const enums = (await this.http.request('GET', '/exposed/enums')).json?.enums ?? [];
  const isEnum = new Set(enums.map(({ type }: Json) => type));
  let seen = 0;
  for (const object of await objectsOf(this))
    for (const property of types.find(({ type }) => type === object['@type'])?.properties ?? []) {
      const kind = String(property.type).replace(/\[\]$/, '');
      const form = forms[kind] ?? (isEnum.has(kind) ? (value: Json) => typeof value === 'string' : undefined);
      const value = object[property.name];
      if (form === undefined || value === undefined || (value === null && property.isNullable === true))
        continue;
      seen++;
      const holds = property.isArray === true ? Array.isArray(value) && value.every(form) : form(value);
      assert.ok(holds, `${object['@id']}/${property.name} is ${show(value)}, and its type ${property.type}`);
    }
  return seen > 0 ? undefined : this.notApplicable('none of its objects has a value whose type has a form');
});

When('I PUT {word} with a number that is not its default', async function (this: HostWorld, path: string) {
  const [value, other] = [this.remembered.get('value')!, this.remembered.get('other')!];
  const chosen = show(this.answer.json.value) === other ? value : other;
  await this.send('PUT', path, { body: { value: parseJson(chosen) } });
});

/** Applications have limits of their own, so a full list is not an error. */
Given('it takes one more', async function (this: HostWorld) {
  const [list, elements] = [this.fill('<list>'), parseJson(this.fill('<elements>')) as Json[]];
  const { status } = await this.http.request('POST', list, { body: { value: elements[0] } });
  const { json } = await this.http.request('GET', list);
  await this.http.request('PUT', list, { body: { value: elements } });
  if (status === 400 && json?.value?.length === elements.length)
    return this.notApplicable('its list of values takes no more elements');
  const [first, ...others] = elements;
  this.remember({ longer: [...elements, first!], rotated: [...others, first!], last: others.length });
  return undefined;
});

Given('its types say of what kind they are', async function (this: HostWorld) {
  const types = await typesOf(this);
  return types.some(({ kind }) => kind !== undefined)
    ? undefined
    : this.notApplicable('its types do not say of what kind they are');
});

Then('each is a component, a class, a struct or static', async function (this: HostWorld) {
  for (const { type, kind, isAbstract } of await typesOf(this)) {
    assert.ok(['component', 'class', 'struct', 'static'].includes(kind), `${type} is ${show(kind)}`);
    assert.equal(typeof isAbstract, 'boolean', type);
  }
});

Then(
  'each of their properties says of what kind its value is, and a list what is in it',
  async function (this: HostWorld) {
    const types = await typesOf(this);
    const enums = (await this.http.request('GET', '/exposed/enums')).json.enums as Json[];
    for (const { type, properties } of types)
      for (const { name, type: whole, valueKind, elementType, isArray } of properties) {
        const where = `${type}.${name}`;
        const kinds = ['value', 'enum', 'class', 'asset', 'component'];
        assert.ok(kinds.includes(valueKind), `${where} is ${show(valueKind)}`);
        assert.equal(elementType, isArray ? whole.replace(/\[\]$/, '') : undefined, where);
        const isEnum = enums.some((each) => each.type === (elementType ?? whole));
        assert.equal(valueKind === 'enum', isEnum, `${where} is ${show(valueKind)}`);
      }
  },
);

Given('the same object has another value that can be written', async function (this: HostWorld) {
  const found = (await stillMembers(this)).filter(
    ({ object, property: { name, type, isReadOnly } }) =>
      object['@id'] === this.remembered.get('object') &&
      name !== this.remembered.get('name') &&
      ['Boolean', 'String', 'Single', 'Double', 'Int32'].includes(type) &&
      !isReadOnly,
  );
  // A host that writes member by member has written the first one by then.
  const second = found.at(-1);
  if (second === undefined) return this.notApplicable('the object has no other value that can be written');
  this.remember({ second: second.property.name });
  this.borrow(second.path, second.value);
  return undefined;
});
