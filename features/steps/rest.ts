import assert from 'node:assert/strict';
import { type DataTable, Given, Then, When } from '@cucumber/cucumber';
import { HttpClient, parseJson } from '../../conformance/client/index.js';
import { jsonStep } from '../support/json-step.js';
import { assertContains, at, same, show } from '../support/match.js';
import type { HostWorld } from '../support/world.js';

When(
  /^I (GET|DELETE|POST|PUT|PATCH|OPTIONS|HEAD) (\S+)$/,
  async function (this: HostWorld, verb: string, path: string) {
    await this.send(verb, path);
  },
);

When(/^I PUT (\S+) with the value (.+)$/, async function (this: HostWorld, path: string, value: string) {
  await this.send('PUT', path, { body: { value: parseJson(this.fill(value)) } });
});

When(/^I (GET|DELETE|POST|PUT|PATCH) (\S+) with the body (.+)$/, sendBody);
When(/^I (GET|DELETE|POST|PUT|PATCH) (\S+) with:$/, sendBody);

async function sendBody(this: HostWorld, verb: string, path: string, body: string): Promise<void> {
  await this.send(verb, path, { raw: this.fill(body), headers: { 'Content-Type': 'application/json' } });
}

When(
  /^I (GET|DELETE|POST|PUT|PATCH|OPTIONS) (\S+) with the headers:$/,
  async function (this: HostWorld, verb: string, path: string, headers: DataTable) {
    await sendWithHeaders(this, verb, path, filledHeaders(this, headers));
  },
);

When(
  /^I (GET|DELETE|POST|PUT|PATCH|OPTIONS) (\S+) with the header ([\w-]+): (.+)$/,
  async function (this: HostWorld, verb: string, path: string, name: string, value: string) {
    await sendWithHeaders(this, verb, path, { [name]: this.fill(value) });
  },
);

/** A PUT writes the value 1. */
async function sendWithHeaders(
  world: HostWorld,
  verb: string,
  path: string,
  headers: Record<string, string>,
): Promise<void> {
  await world.send(verb, path, { headers, ...(verb === 'PUT' && { body: { value: 1 } }) });
}

When(
  'I pair with the code {string} and the headers:',
  async function (this: HostWorld, code: string, headers: DataTable) {
    const body = { code: this.fill(code) };
    await this.send('POST', '/api/pair', { headers: filledHeaders(this, headers), body });
  },
);

function filledHeaders(world: HostWorld, headers: DataTable): Record<string, string> {
  const filled = Object.entries(headers.rowsHash()).map(([name, value]) => [name, world.fill(value)]);
  return Object.fromEntries(filled) as Record<string, string>;
}

When('I PUT the bytes {word} to {word}', async function (this: HostWorld, hex: string, path: string) {
  await this.send('PUT', path, { raw: Buffer.from(hex, 'hex') });
});

When('I PUT {int} bytes to {word}', async function (this: HostWorld, bytes: number, path: string) {
  await this.send('PUT', path, { raw: `{"value":"${'x'.repeat(bytes - 12)}"}` });
});

When(
  'I PUT {int} nodes, one in the other, {int} steps below {word}',
  async function (this: HostWorld, count: number, steps: number, path: string) {
    const raw = `{"value":${'{"@type":"Node","name":"a","next":'.repeat(count)}null${'}'.repeat(count)}}`;
    await this.send('PUT', `${path}${'/next'.repeat(steps)}`, { raw });
  },
);

When('I call {string} with {}', async function (this: HostWorld, path: string, args: string) {
  await this.send('POST', `/exposed/function/${path}`, { raw: `{"args":${this.fill(args)}}` });
});

Then('the value nests {int} times by {string}', function (this: HostWorld, times: number, name: string) {
  let depth = 0;
  for (let at = this.answer.json.value; at !== null; at = at[name]) depth++;
  assert.equal(depth, times);
});

When(
  'I give {string} {int} times {int} characters without waiting for it',
  function (this: HostWorld, path: string, times: number, characters: number) {
    const raw = JSON.stringify({ args: ['x'.repeat(characters)] });
    const calls = Array.from({ length: times }, () =>
      this.http.request('POST', `/exposed/function/${path}`, { raw }),
    );
    this.awaitedCalls = Promise.all([this.awaitedCalls ?? [], ...calls]).then((answers) => answers.flat());
    this.awaitedCalls.catch(() => {});
  },
);

Then('all of these calls are answered with {int}', async function (this: HostWorld, result: number) {
  assert.ok(this.awaitedCalls !== undefined, 'nothing was called without waiting for it');
  for (const answer of await this.awaitedCalls) assert.deepEqual(answer.json, { result });
});

When('I give {string} {int} characters', async function (this: HostWorld, path: string, characters: number) {
  await this.send('POST', `/exposed/function/${path}`, {
    raw: JSON.stringify({ args: ['x'.repeat(characters)] }),
  });
});

When('I call {string} without waiting for it', function (this: HostWorld, path: string) {
  this.awaited = this.http.request('POST', `/exposed/function/${path}`);
  // If the scenario fails before the answer arrives, the host ends, which is not another failure.
  this.awaited.catch(() => {});
});

When('that call is answered', async function (this: HostWorld) {
  assert.ok(this.awaited !== undefined, 'nothing was called without waiting for it');
  this.answer = await this.awaited;
});

Then('the status is {int}', function (this: HostWorld, status: number) {
  assert.equal(this.answer.status, status, this.answer.text);
});

Then('it is refused with {int} {string}', function (this: HostWorld, status: number, start: string) {
  assertRefused(this, status, start);
});

Then('there is no object {string}', async function (this: HostWorld, key: string) {
  await this.send('GET', `/exposed/object/${key}`);
  assertRefused(this, 404, 'Object not found');
});

function assertRefused(world: HostWorld, status: number, start: string): void {
  assert.equal(world.answer.status, status, world.answer.text);
  const { error, ...rest } = world.answer.json;
  assert.ok(String(error).startsWith(start), `the message is "${error}"`);
  assert.deepEqual(Object.keys(rest), [], 'an error has the member "error" alone');
}

Then('the message says {string}', function (this: HostWorld, text: string) {
  assert.ok(String(this.answer.json.error).includes(text), `the message is "${this.answer.json.error}"`);
});

Then('the text of the answer has no {string}', function (this: HostWorld, text: string) {
  // An error response is short.
  assert.ok(this.answer.status < 300, this.answer.text);
  assert.ok(!this.answer.text.includes(text), this.answer.text);
});

Then('the answer is exactly {}', function (this: HostWorld, expected: string) {
  assert.equal(show(this.answer.json), show(parseJson(this.fill(expected))));
});

jsonStep('the answer has', function (this: HostWorld, expected: string) {
  assert.ok(this.answer.status < 300, this.answer.text);
  assertContains(this.answer.json, parseJson(this.fill(expected)));
});

Then('{string} of the answer is {}', function (this: HostWorld, path: string, expected: string) {
  const actual = at(this.answer.json, this.fill(path));
  const wanted = parseJson(this.fill(expected));
  assert.ok(
    same(actual, wanted),
    `${path} is ${show(actual)}, expected ${show(wanted)} in ${this.answer.text}`,
  );
});

Then('the answer has no {string}', function (this: HostWorld, path: string) {
  assert.ok(this.answer.status < 300, this.answer.text);
  assert.ok(typeof this.answer.json === 'object' && this.answer.json !== null, this.answer.text);
  assert.equal(at(this.answer.json, path), undefined, this.answer.text);
});

Then('the members of {string} in the answer are {}', function (this: HostWorld, path: string, names: string) {
  assert.deepEqual(Object.keys(at(this.answer.json, path)), names.split(', '));
});

Then('the answer contains the text {}', function (this: HostWorld, text: string) {
  assert.ok(this.answer.text.includes(this.fill(text)), this.answer.text);
});

Then('the answer does not contain the text {}', function (this: HostWorld, text: string) {
  assert.ok(this.answer.text.length > 0, 'there is an answer');
  assert.ok(!this.answer.text.includes(this.fill(text)), this.answer.text);
});

Then(
  /^it (answers|does not answer) on (\S+)$/,
  async function (this: HostWorld, answers: string, address: string) {
    const host = address.includes(':') ? `[${address}]` : address;
    const client = new HttpClient(`http://${host}:${new URL(this.host.url).port}`);
    const answer = await client.request('GET', '/api/status').then(
      ({ status }) => `${status}`,
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    client.close();
    // A host that hangs up or is slow still listens.
    if (answers === 'answers') assert.match(answer, /^\d+$/);
    else assert.match(answer, /^(ECONNREFUSED|EADDRNOTAVAIL|ENETUNREACH)$/);
  },
);

Given('I know the port of the host as {string}', function (this: HostWorld, name: string) {
  this.remembered.set(name, new URL(this.host.url).port);
});

When(
  'I ask the service on port {string} for {word}',
  async function (this: HostWorld, port: string, path: string) {
    const client = new HttpClient(`http://127.0.0.1:${this.fill(port)}`);
    this.answer = await client.request('GET', path).finally(() => client.close());
  },
);

Then('the header {string} is {string}', function (this: HostWorld, name: string, value: string) {
  assert.equal(this.answer.headers[name.toLowerCase()], value);
});

Then('there is no header {string}', function (this: HostWorld, name: string) {
  assert.equal(this.answer.headers[name.toLowerCase()], undefined);
});

Then('GET {word} has the value {}', async function (this: HostWorld, path: string, expected: string) {
  const answer = await this.http.request('GET', this.fill(path));
  assert.equal(answer.status, 200, answer.text);
  const wanted = parseJson(this.fill(expected));
  assert.ok(same(answer.json.value, wanted), `${path} is ${answer.text}, expected ${show(wanted)}`);
});

jsonStep(
  'the {word} {string} in {string} of the answer has',
  function (this: HostWorld, key: string, value: string, path: string, expected: string) {
    assertContains(entry(this, key, value, path), parseJson(this.fill(expected)));
  },
);

Then(
  'the list in {string} of the answer has {int} entries',
  function (this: HostWorld, path: string, count: number) {
    assert.equal(at(this.answer.json, path).length, count, this.answer.text);
  },
);

Then(
  'the {string} in the list {string} of the answer are {}',
  function (this: HostWorld, key: string, path: string, expected: string) {
    const list = at(this.answer.json, path) as Record<string, unknown>[];
    assert.equal(show(list.map((item) => item[key])), show(parseJson(this.fill(expected))));
  },
);

When('I write the answer back to {word}', async function (this: HostWorld, path: string) {
  await this.send('PUT', path, { body: { value: this.answer.json } });
});

When('I GET the image that is its value', async function (this: HostWorld) {
  assert.match(this.answer.json.value, /^\/[^/]/, 'it is relative to the server');
  this.remembered.set('image', this.answer.json.value);
  await this.send('GET', '<image>');
});

Then('the answer is a PNG picture', function (this: HostWorld) {
  assert.equal(this.answer.headers['content-type'], 'image/png');
  assert.equal(this.answer.bytes.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
});

Then('the same picture has changed', async function (this: HostWorld) {
  const before = this.answer.bytes;
  await this.send('GET', '<image>');
  assert.equal(this.answer.status, 200);
  assert.equal(this.answer.headers['content-type'], 'image/png');
  assert.ok(!before.equals(this.answer.bytes));
});

Then('it is refused with {int}', function (this: HostWorld, status: number) {
  assert.equal(this.answer.status, status, this.answer.text);
  assert.deepEqual(Object.keys(this.answer.json), ['error'], 'an error has the member "error" alone');
  assert.match(this.answer.json.error, /\p{L}{2,}/u);
});

Then('the answer has the error {string}', function (this: HostWorld, start: string) {
  assert.ok(String(this.answer.json.error).startsWith(start), this.answer.text);
});

function entry(world: HostWorld, key: string, value: string, path: string): Record<string, unknown> {
  const list = at(world.answer.json, path) as Record<string, unknown>[];
  const found = list.find((item) => item[key] === value);
  assert.ok(found, `no ${key} "${value}" among ${list.map((item) => item[key]).join(', ')}`);
  return found;
}

Then(
  'the {word} {string} in {string} of the answer is exactly:',
  function (this: HostWorld, key: string, value: string, path: string, expected: string) {
    assert.equal(show(entry(this, key, value, path)), show(parseJson(expected)));
  },
);

Then(
  'the {word} {string} in {string} of the answer has no {string}',
  function (this: HostWorld, key: string, value: string, path: string, member: string) {
    assert.equal(entry(this, key, value, path)[member], undefined);
  },
);

Then(
  /^the "([^"]+)" in the list "([^"]+)" of the answer include (.+) in this order$/,
  function (this: HostWorld, key: string, path: string, names: string) {
    const wanted = parseJson(`[${names}]`) as string[];
    const list = (at(this.answer.json, path) as Record<string, unknown>[]).map((item) => item[key] as string);
    assert.deepEqual(
      list.filter((name) => wanted.includes(name)),
      wanted,
    );
  },
);

When('I remember the status and the body', function (this: HostWorld) {
  this.remembered.set('status', String(this.answer.status));
  this.remembered.set('body', this.answer.text);
});

Then('the only item has the same status and body', function (this: HostWorld) {
  const [item] = this.answer.json.responses;
  assert.equal(item.status, Number(this.remembered.get('status')));
  assert.equal(show(item.body), this.remembered.get('body'));
});

/** Sends guesses of a pairing code. */
When(
  'I guess another code than {string} {int} times',
  async function (this: HostWorld, code: string, times: number) {
    const wrong = this.fill(code) === '000000' ? '000001' : '000000';
    const guesses = [];
    for (let i = 0; i < times; i++)
      guesses.push(await this.http.request('POST', '/api/pair', { body: { code: wrong } }));
    this.guesses = guesses;
  },
);

When('I guess the token {int} times', async function (this: HostWorld, times: number) {
  const guesses = [];
  for (let i = 0; i < times; i++)
    guesses.push(
      await this.http.request('GET', '/api/status', { headers: { Authorization: `Bearer guess-${i}` } }),
    );
  this.guesses = guesses;
});

Then('each is refused with {int} {string}', function (this: HostWorld, status: number, start: string) {
  assert.ok(this.guesses.length > 0, 'something was guessed');
  for (const { status: each, json, text } of this.guesses) {
    assert.equal(each, status, text);
    assert.ok(String(json.error).startsWith(start), text);
  }
});
