import assert from 'node:assert/strict';
import { Given, Then, When } from '@cucumber/cucumber';
import { addressOf, type Json, type RequestOptions, toJson } from '../../conformance/client/index.js';
import { departingClients, drawFrom } from '../support/departing-clients.js';
import { isComposite } from '../support/nesting.js';
import { answered, openRawClient, statuses } from '../support/raw-client.js';
import { movingMembers } from '../support/watch.js';
import type { HostWorld } from '../support/world.js';

/** Percent-encodes each character. */
const encoded = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

When(
  /^I GET its path with each character of the name encoded( twice)?$/,
  async function (this: HostWorld, twice: string | null) {
    const [object, name] = [this.remembered.get('object')!, encoded(this.remembered.get('name')!)];
    await this.send('GET', `/exposed/object/${object}/${twice ? name.replaceAll('%', '%25') : name}`);
  },
);

Given('one of them holds a composite with a member', async function (this: HostWorld) {
  const moves = await movingMembers(this);
  const { json } = await this.http.request('GET', '/exposed/objects?nested');
  for (const object of json.objects as Json[])
    for (const [name, value] of Object.entries(object)) {
      if (!isComposite(value) || moves(object, name)) continue;
      const inner = Object.keys(value as object).find((each) => /^\w+$/.test(each));
      if (inner === undefined) continue;
      const composite = `/exposed/object/${object['@id']}/${name}`;
      this.remember({ object: object['@id'], member: name, composite, inner });
      return undefined;
    }
  return this.notApplicable('none of its objects holds a composite with a member');
});

When('I GET the path of the composite and its member, encoded as a whole', async function (this: HostWorld) {
  this.remembered.set('before', toJson(this.answer.json));
  const path = encodeURIComponent(this.fill('<member>/<inner>'));
  await this.send('GET', this.fill(`/exposed/object/<object>/${path}`));
});

Then('it is answered as before', function (this: HostWorld) {
  assert.equal(this.answer.status, 200, this.answer.text);
  assert.equal(toJson(this.answer.json), this.remembered.get('before'));
});

/** Returns the statuses received on a new connection, up to a number or its end. */
async function exchange(world: HostWorld, bytes: string, answers: number): Promise<number[]> {
  const client = await openRawClient(world.host.url);
  try {
    client.socket.write(bytes);
    await answered(client, answers);
    return statuses(client.text);
  } finally {
    client.socket.destroy();
  }
}

/** The first line and the headers of a request, without the empty line. */
function head(world: HostWorld, method: string, path: string): string {
  const { host, parameters } = world;
  const { token } = parameters;
  const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  const target = addressOf(host.url).prefix + path;
  return `${method} ${target} HTTP/1.1\r\nHost: ${new URL(host.url).host}\r\n${authorization}`;
}

const exchanged = new WeakMap<HostWorld, number[]>();

When(
  'a client asks for an object, for what is not there and for the object again, without waiting',
  async function (this: HostWorld) {
    const request = (path: string) => `${head(this, 'GET', path)}\r\n`;
    const object = request(this.fill('/exposed/object/<id>'));
    const bytes = object + request(this.fill('/exposed/object/<id>/no-such-member')) + object;
    exchanged.set(this, await exchange(this, bytes, 3));
  },
);

Then('the answers are 200, 404 and 200', function (this: HostWorld) {
  assert.deepEqual(exchanged.get(this), [200, 404, 200]);
});

When('a client sends a batch that says two lengths', async function (this: HostWorld) {
  const body = '{"requests":[]}';
  const lengths = `Content-Length: ${body.length}\r\nContent-Length: ${body.length - 5}\r\n`;
  const begin = `${head(this, 'POST', '/exposed/batch')}Content-Type: application/json\r\n${lengths}`;
  exchanged.set(this, await exchange(this, `${begin}\r\n${body}`, 1));
});

Then('it is answered with a status from 400 on, or the connection is closed', function (this: HostWorld) {
  const [status] = exchanged.get(this)!;
  assert.ok(status === undefined || (status >= 400 && status !== 500), `it was answered with ${status}`);
});

const mistakes = new WeakMap<HostWorld, readonly { what: string; status: number; text: string }[]>();

When('clients make mistakes of many kinds', async function (this: HostWorld) {
  const object = this.fill('/exposed/object/<id>');
  const all: readonly [method: string, path: string, options?: RequestOptions][] = [
    ['GET', '/exposed/object/no-such-object'],
    ['GET', `${object}/no-such-member`],
    ['PUT', `${object}/no-such-member`, { body: { value: 1 } }],
    ['PUT', `${object}/no-such-member`, { raw: '{"value":' }],
    ['POST', this.fill('/exposed/function/<id>/NoSuchFunction'), { body: { args: [] } }],
    ['POST', '/exposed/batch', { body: {} }],
    ['POST', '/exposed/import', { body: { path: 'no-such-folder/no-such-file.json' } }],
    ['GET', '/api/asset?guid=no-such-asset'],
    ['GET', '/no/such/route'],
  ];
  const answers = [];
  for (const [method, path, options] of all) {
    const { status, text } = await this.http.request(method, path, options);
    answers.push({ what: `${method} ${path}`, status, text });
  }
  mistakes.set(this, answers);
});

Then('each of them is refused', function (this: HostWorld) {
  for (const { what, status, text } of mistakes.get(this)!)
    assert.ok(status >= 400, `${what} was answered with ${status} ${text}`);
});

/** Paths of Unix, macOS and Windows; URLs of the host do not match. */
const machinePath =
  /(?:^|[\s"'(=])(?:file:\/\/\/|\/(?:home|root|usr|var|tmp|opt|etc|mnt|srv|private|Users|Applications|Library)\/|[A-Za-z]:\\)/;
const stack = /\bat [^\s"]+ \(.*:\d+|\n\s+at |\.cs:line \d+|\.[cm]?[jt]s:\d+:\d+|Traceback \(most recent/;
const systemWords =
  /\bE(?:NOENT|ACCES|PERM|ISDIR|NOTDIR|EXIST|NOSPC|LOOP|NAMETOOLONG|ROFS|MFILE)\b|\berrno\b|no such file or directory|permission denied|\bSystem\.IO\b/i;

function assertNone(world: HostWorld, pattern: RegExp): void {
  for (const { what, text } of mistakes.get(world)!) {
    // Checks the text after unescaping.
    const message = text.replaceAll('\\\\', '\\').replaceAll('\\n', '\n');
    assert.doesNotMatch(message, pattern, `${what} was answered with ${text}`);
  }
}

Then('no message names a path of the machine', function (this: HostWorld) {
  assertNone(this, machinePath);
});

Then('no message has a stack', function (this: HostWorld) {
  assertNone(this, stack);
});

Then('no message has words of an operating system', function (this: HostWorld) {
  assertNone(this, systemWords);
});

When(
  '{int} clients pipeline requests of every kind and leave, each in a way of its own',
  async function (this: HostWorld, count: number) {
    const { json } = await this.http.request('GET', '/exposed/objects');
    const object: string = json.objects[0]['@id'];
    const { token, seed = Number(process.env.RANDOM_SEED ?? 82) } = this.parameters;
    const ask = async () => {
      const { status } = await this.http.request('GET', `/exposed/object/${object}`);
      assert.equal(status, 200);
    };
    await departingClients(this.host.url, count, drawFrom(seed), ask, { object, ...(token && { token }) });
  },
);
