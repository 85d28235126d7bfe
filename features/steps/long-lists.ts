import assert from 'node:assert/strict';
import { Then, When } from '@cucumber/cucumber';
import { HttpClient, type Json } from '../../conformance/client/index.js';
import type { HostWorld } from '../support/world.js';

const knobs = '/exposed/object/part/knobs';

interface Told {
  /** The writer; undefined for the reader. */
  readonly writer?: number;
  readonly value: readonly { readonly name: string }[];
}

const told = new WeakMap<HostWorld, readonly Told[]>();

const list = (writer: number, count: number): Json[] =>
  Array.from({ length: count }, (_, i) => ({ name: `${writer}-${i}`, value: i }));

/** A list in the body of a write to its place, or to the object that has it. */
const bodyFor = (path: string, value: readonly Json[]) => ({
  value: path === knobs ? value : { knobs: value },
});

/** Who has written a list, by the names in it: one client alone. */
function writerOf({ value }: Told): number {
  const writers = new Set(value.map(({ name }) => name.split('-')[0]));
  assert.equal(writers.size, 1, `knobs of ${[...writers].join(', ')}`);
  return Number([...writers][0]);
}

When(
  '{int} clients write {int} knobs each to {word}, and another reads them',
  async function (this: HostWorld, clients: number, count: number, path: string) {
    const apps = Array.from({ length: clients }, () => new HttpClient(this.host.url));
    let isOver = false;
    const writes = apps.map(async (app, writer) => {
      const { status, json } = await app.request('PUT', path, { body: bodyFor(path, list(writer, count)) });
      assert.equal(status, 200);
      return { writer, value: path === knobs ? json.value : json.knobs };
    });
    const written = Promise.all(writes).finally(() => {
      isOver = true;
    });
    const read: Told[] = [];
    const reader = new HttpClient(this.host.url);
    while (!isOver) {
      const { json } = await reader.request('GET', knobs);
      if (json.value.length === count) read.push({ value: json.value });
      else assert.equal(json.value.length, 4, 'what was there before');
    }
    told.set(this, [...(await written), ...read]);
    for (const app of [...apps, reader]) app.close();
  },
);

Then(
  'each of them is told of its own knobs, and whoever reads of those of one client',
  function (this: HostWorld) {
    for (const each of told.get(this)!) assert.equal(writerOf(each), each.writer ?? writerOf(each));
  },
);

When(
  'a client writes {int} knobs to {word} and what is none',
  async function (this: HostWorld, count: number, path: string) {
    await this.send('PUT', path, { body: bodyFor(path, [...list(9, count), 'none']) });
  },
);

Then('{int} knobs of one client are there', async function (this: HostWorld, count: number) {
  const { value } = (await this.http.request('GET', knobs)).json;
  assert.equal(value.length, count);
  assert.ok(writerOf({ value }) < 9);
});
