import assert from 'node:assert/strict';
import { Then, When } from '@cucumber/cucumber';
import { HttpClient, type Json } from '../../conformance/client/index.js';
import type { HostWorld } from '../support/world.js';

const part = '/exposed/object/part';

const list = (writer: number, count: number): Json[] =>
  Array.from({ length: count }, (_, i) => ({ name: `${writer}-${i}`, value: i }));

/** Of each rack the names of its knobs up to the dash, each once, and how many knobs it has. */
const racksIn = (value: readonly { readonly knobs: readonly { readonly name: string }[] }[]) =>
  value.map(({ knobs }) => ({
    writers: [...new Set(knobs.map(({ name }) => name.split('-')[0]))],
    count: knobs.length,
  }));

type Racks = ReturnType<typeof racksIn>;

const told = new WeakMap<HostWorld, readonly Racks[]>();
const appended = new WeakMap<HostWorld, number>();

When(
  '{int} clients append a rack of {int} knobs each, and another appends empty ones until they have',
  async function (this: HostWorld, clients: number, count: number) {
    const apps = Array.from({ length: clients }, () => new HttpClient(this.host.url));
    let isOver = false;
    const answers = apps.map(async (app, writer) => {
      const body = { value: { knobs: list(writer, count) } };
      const { status, json } = await app.request('POST', `${part}/racks`, { body });
      assert.equal(status, 200);
      const racks = racksIn(json.value);
      const own = racks.filter(({ writers }) => writers[0] === `${writer}`);
      assert.deepEqual(own, [{ writers: [`${writer}`], count }], 'it is told of its own');
      return racks;
    });
    const all = Promise.all(answers).finally(() => {
      isOver = true;
    });
    const other = new HttpClient(this.host.url);
    const seen: Racks[] = [];
    let empty = 0;
    while (!isOver) {
      const { status, json } = await other.request('POST', `${part}/racks`, { body: { value: {} } });
      assert.equal(status, 200);
      empty++;
      seen.push(racksIn(json.value));
    }
    told.set(this, [...(await all), ...seen]);
    appended.set(this, clients + empty);
    for (const app of [...apps, other]) app.close();
  },
);

Then(
  'each rack is empty, or has the {int} knobs of one client, and none is missing',
  async function (this: HostWorld, count: number) {
    const last = racksIn((await this.http.request('GET', `${part}/racks`)).json.value);
    assert.equal(last.length, appended.get(this));
    for (const racks of [...told.get(this)!, last]) {
      const full = racks.filter((rack) => rack.count > 0);
      for (const rack of full) assert.deepEqual([rack.count, rack.writers.length], [count, 1]);
      const writers = full.map((rack) => rack.writers[0]);
      assert.equal(new Set(writers).size, writers.length, 'no rack is there twice');
    }
  },
);

When('I append a rack of {int} knobs and what is none', async function (this: HostWorld, count: number) {
  await this.send('POST', `${part}/racks`, { body: { value: { knobs: [...list(9, count), 'none'] } } });
});

When('I call Mirror with {int} knobs and what is none', async function (this: HostWorld, count: number) {
  await this.send('POST', '/exposed/function/part/Mirror', { body: { args: [[...list(9, count), 'none']] } });
});

When('I call Mirror with {int} knobs', async function (this: HostWorld, count: number) {
  await this.send('POST', '/exposed/function/part/Mirror', { body: { args: [list(9, count)] } });
});

Then('its result are the {int} knobs', function (this: HostWorld, count: number) {
  const given: { name: string; value: number }[] = this.answer.json.result;
  assert.deepEqual(
    given.map(({ name, value }) => ({ name, value })),
    list(9, count),
  );
});

When(
  'I PUT {int} knobs, {int} knobs and the level in one batch',
  async function (this: HostWorld, first: number, second: number) {
    const put = (path: string, value: Json) => ({ method: 'PUT', path: `${part}/${path}`, body: { value } });
    const requests = [put('knobs', list(1, first)), put('knobs', list(2, second)), put('level', 5)];
    await this.send('POST', '/exposed/batch', { body: { requests } });
  },
);

When('I append a rack of {int} knobs', async function (this: HostWorld, count: number) {
  await this.send('POST', `${part}/racks`, { body: { value: { knobs: list(1, count) } } });
  assert.equal(this.answer.status, 200);
});

Then('the racks have {int} and {int} knobs', async function (this: HostWorld, first: number, second: number) {
  const { json } = await this.send('GET', `${part}/racks`);
  assert.deepEqual(
    racksIn(json.value),
    [first, second].map((count) => ({ writers: ['1'], count })),
  );
});
