import assert from 'node:assert/strict';
import { Then, When } from '@cucumber/cucumber';
import fc from 'fast-check';
import { type Answer, type Json, toJson } from '../../conformance/client/index.js';
import { stillMembers } from '../support/described.js';
import { show } from '../support/match.js';
import { assertNestedForm, stubsIn } from '../support/nesting.js';
import { movingMembers, stayingObjects } from '../support/watch.js';
import type { HostWorld } from '../support/world.js';

/** A writable property that nothing else writes in the meantime. */
interface Place {
  readonly id: string;
  readonly name: string;
  readonly path: string;
}

async function places(world: HostWorld): Promise<Place[]> {
  const found = (await stillMembers(world))
    .filter(({ property }) => !property.isReadOnly && property.isPersistable !== false)
    .map(({ object, property, path }) => ({ id: object['@id'], name: property.name, path }));
  // The values are restored, whatever was sent.
  if (world.parameters.baseUrl !== undefined)
    for (const { path } of found) world.borrow(path, await read(world, path));
  return found;
}

const nothingToWrite = 'none of its objects has a writable property that does not change by itself';

/** The seed of the run, and the data that reproduces a failure. */
async function check<T>(world: HostWorld, property: fc.IAsyncProperty<T>, numRuns: number): Promise<void> {
  const seed = world.parameters.seed ?? Number(process.env.RANDOM_SEED ?? 82);
  world.log(`seed ${seed}`);
  const isGone = { now: false };
  const details = await fc.check(watched(property, isGone), { seed, numRuns, endOnFailure: false });
  if (!details.failed) return;
  const cause =
    details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance);
  const replay = `--seed ${seed} brings it back (path ${details.counterexamplePath})`;
  throw new Error(`${cause}\nsmallest example: ${toJson(details.counterexample as Json)}\n${replay}`);
}

/** A counterexample is not shrunk if its host has ended. */
function watched<T>(property: fc.IAsyncProperty<T>, isGone: { now: boolean }): fc.IAsyncProperty<T> {
  return new Proxy(property, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (name !== 'run') return typeof value === 'function' ? value.bind(target) : value;
      return async (...args: Parameters<typeof target.run>) => {
        if (isGone.now) return new fc.PreconditionFailure();
        const failure = await target.run(...args);
        const error = failure !== null && 'error' in failure ? failure.error : undefined;
        isGone.now = isNetworkError(error);
        return failure;
      };
    },
  });
}

function isNetworkError(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code !== undefined && ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH'].includes(code);
}

const segment = fc.oneof(
  fc.constantFrom(
    'exposed',
    'object',
    'objects',
    'function',
    'types',
    'api',
    'asset',
    'batch',
    '..',
    '%00',
    '%ZZ',
    '[',
    ']',
    '@id',
  ),
  fc.string({ maxLength: 12 }).map((text) => encodeURIComponent(text)),
);
const body = fc.oneof(
  fc.constant(undefined),
  fc.json(),
  fc.string(),
  fc.record({ value: fc.jsonValue() }).map((value) => JSON.stringify(value)),
);
const token = /^[\x20-\x7e]*$/;
const headers = fc.dictionary(
  fc.constantFrom('Accept', 'Content-Type', 'X-Client-ID', 'Last-Event-ID', 'If-Match', 'Authorization'),
  fc.string({ maxLength: 20 }).filter((text) => token.test(text)),
  { maxKeys: 3 },
);

/** Requests that quit the host or save files are excluded, because their effects are intended. */
const isMeant = (path: string) =>
  /^\/+(api\/+(commands|stream)|exposed\/+(function|export|import))/i.test(path);

/** The random requests and their answers. */
const exchanges = new WeakMap<HostWorld, readonly { what: string; answer: Answer }[]>();

When('{int} random requests are answered', async function (this: HostWorld, runs: number) {
  const known = await places(this);
  const anywhere = fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`);
  if (known.length === 0) known.push({ id: '', name: '', path: '/exposed/object/nobody/nothing' });
  const path = fc.oneof(
    anywhere,
    fc
      .tuple(fc.constantFrom(...known.map((place) => place.path)), fc.array(segment, { maxLength: 3 }))
      .map(([start, rest]) => [start, ...rest].join('/')),
  );
  const method = fc.constantFrom('GET', 'PUT', 'POST', 'DELETE', 'PATCH');
  const exchanged: { what: string; answer: Answer }[] = [];
  const property = fc.asyncProperty(method, path, body, headers, async (verb, where, raw, sent) => {
    fc.pre(!isMeant(where));
    const answer = await this.http.request(verb, where, {
      headers: sent,
      ...(raw !== undefined && { raw }),
    });
    exchanged.push({ what: `${verb} ${where}`, answer });
  });
  await check(this, property, runs);
  exchanges.set(this, exchanged);
});

Then('none of them is answered with 5xx', function (this: HostWorld) {
  for (const { what, answer } of exchanges.get(this)!)
    assert.ok(answer.status < 500, `${what}: ${answer.status} ${answer.text}`);
});

Then('each that is refused has an error', function (this: HostWorld) {
  const refused = exchanges.get(this)!.filter(({ answer }) => answer.status >= 400);
  assert.ok(refused.length > 0, 'something was refused');
  for (const { what, answer } of refused)
    assert.match(String(answer.json?.error), /\p{L}{2,}/u, `${what}: ${answer.text}`);
});

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.record({ x: fc.integer(), y: fc.integer() }, { requiredKeys: [] }),
  fc.constantFrom('Spot', '1', 'NaN', null, {}, []),
);

async function put(world: HostWorld, path: string, json: Json): Promise<Answer> {
  return world.http.request('PUT', path, { body: { value: json } });
}

async function read(world: HostWorld, path: string): Promise<Json> {
  const { status, text, json } = await world.http.request('GET', path);
  assert.equal(status, 200, `GET ${path}: ${text}`);
  return json.value;
}

Then(
  /^(\d+) random writes that are (taken are read back|refused have no effect)$/,
  async function (this: HostWorld, runs: string, what: string) {
    const isOfTaken = what.startsWith('taken');
    const known = await places(this);
    if (known.length === 0) return this.notApplicable(nothingToWrite);
    const place = fc.constantFrom(...known);
    const property = fc.asyncProperty(place, value, async ({ path }, json) => {
      const before = await read(this, path);
      const answer = await put(this, path, json);
      const isTaken = answer.status === 200;
      if (isTaken !== isOfTaken) return;
      if (!isTaken) assert.equal(answer.status, 400, answer.text);
      const now = show(await read(this, path));
      assert.equal(
        now,
        show(isTaken ? answer.json.value : before),
        `PUT ${path} was answered with ${answer.text}`,
      );
    });
    await check(this, property, Number(runs));
    return undefined;
  },
);

Then(
  '{int} objects differ from their nested form in stubs alone',
  async function (this: HostWorld, runs: number) {
    const stays = await stayingObjects(this);
    const { objects: all } = (await this.http.request('GET', '/exposed/objects')).json;
    const objects = (all as Json[]).filter(stays);
    if (stubsIn(objects).length === 0) return this.notApplicable('none of its objects holds a composite');
    const id = fc.constantFrom(...objects.map((object) => object['@id'] as string));
    const moves = await movingMembers(this);
    const property = fc.asyncProperty(id, async (each) => {
      const [plain, nested] = await Promise.all([
        this.http.request('GET', `/exposed/object/${each}`),
        this.http.request('GET', `/exposed/object/${each}?nested`),
      ]);
      assertNestedForm(plain.json, nested.json, each, (member) => moves(plain.json, member));
    });
    await check(this, property, runs);
    return undefined;
  },
);

Then('{int} random batches answer as their items', async function (this: HostWorld, runs: number) {
  const known = await places(this);
  if (known.length === 0) return this.notApplicable(nothingToWrite);
  const item = fc.record({
    method: fc.constantFrom('GET', 'PUT'),
    path: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...known.map(({ path }) => path)) },
      { weight: 1, arbitrary: fc.constant('/exposed/object/nobody/x') },
    ),
    body: fc.record({ value }),
  });
  const property = fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 6 }), async (requests) => {
    const paths = [...new Set(requests.map(({ path }) => path))].filter((path) => !path.includes('nobody'));
    const start = await Promise.all(paths.map((path) => read(this, path)));
    const restore = async () => {
      for (const [i, path] of paths.entries()) await put(this, path, start[i]);
    };
    await restore();
    const from = await Promise.all(paths.map((path) => read(this, path)));
    const items = requests.map((request, id) => ({ id, ...request }));
    const { json } = await this.http.request('POST', '/exposed/batch', { body: { requests: items } });
    await restore();
    const again = await Promise.all(paths.map((path) => read(this, path)));
    // A removed element or switched type cannot be restored, so it cannot be compared.
    fc.pre(show(from) === show(again));
    for (const [i, { method, path, body: sent }] of requests.entries()) {
      const alone = await this.http.request(method, path, method === 'PUT' ? { body: sent } : {});
      const own = json.responses.find(({ id }: Json) => Number(id) === i);
      assert.equal(own?.status, alone.status, `${method} ${path}: ${alone.text}`);
      assert.equal(show(own.body), show(alone.json), `${method} ${path}`);
    }
  });
  await check(this, property, runs);
  return undefined;
});

Then(
  'the events of {int} random writes add up to the state that is read',
  async function (this: HostWorld, writes: number) {
    const known = await places(this);
    if (known.length === 0) return this.notApplicable(nothingToWrite);
    const stream = await this.subscribe('replay', { query: 'kinds=exposed_object_updated' });
    await stream.event(({ kind }) => kind === 'connected', 'connected');
    const chosen = fc.sample(fc.tuple(fc.constantFrom(...known), value), {
      numRuns: writes,
      seed: this.parameters.seed ?? 1,
    });
    const written = new Set<Place>();
    for (const [place, json] of chosen) {
      const before = show(await read(this, place.path));
      const answer = await put(this, place.path, json);
      if (answer.status === 200 && show(answer.json.value) !== before) written.add(place);
    }
    if (written.size === 0) return this.notApplicable('it took none of the values that were written');
    if (this.host.controlUrl !== undefined) await this.host.controlRequest('clock.step', { frames: 2 });
    for (const { id, name, path } of written) {
      const state = show(await read(this, path));
      await stream.until(
        ({ events }) =>
          events.findLast(({ data }) => data.id === id && data.path === name && show(data.value) === state),
        `an event with the last value of ${path}`,
      );
    }
    return undefined;
  },
);
