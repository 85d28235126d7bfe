import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { Given, Then, When } from '@cucumber/cucumber';
import { harnessRoot, parseJson, processUsage, simHostRoot } from '../../conformance/client/index.js';
import { jsonStep } from '../support/json-step.js';
import { assertContains, at, show } from '../support/match.js';
import type { HostWorld } from '../support/world.js';

const scenes = `${simHostRoot}/scenes/`;
const fixtures = `${harnessRoot}/features/fixtures/`;

Given(
  /^the demo scene(?: with "([^"]*)")?(?: (?:with|and) (\w+) = "([^"]*)")?$/,
  function (this: HostWorld, options: string | null, variable: string | null, value: string) {
    const scene = `${scenes}demo.yaml`;
    if (options === null && variable === null) return this.useDemo(scene);
    const env = variable === null ? {} : { env: { [variable]: value } };
    return this.start(scene, options?.split(' ') ?? [], env);
  },
);

Given(
  /^the scene "([^"]*)"(?: with "([^"]*)")?$/,
  function (this: HostWorld, name: string, options: string | null) {
    return this.start(`${fixtures}${name}.yaml`, options?.split(' ') ?? []);
  },
);

/** Application code that exposes its objects with the service of the host. */
Given(
  /^the application "([^"]*)"(?: beside the scene "([^"]*)")?$/,
  function (this: HostWorld, name: string, scene: string | null) {
    const loader = pathToFileURL(`${fixtures}applications/load.mjs`).href;
    const application = `${loader}?application=${name}`;
    return this.start(`${fixtures}${scene ?? 'bare'}.yaml`, [], { application });
  },
);

When(
  /^I remember (?:the )?"([^"]*)" of the answer as "([^"]*)"$/,
  function (this: HostWorld, path: string, name: string) {
    const value = at(this.answer.json, path);
    assert.notEqual(value, undefined, `the answer has no ${path}: ${this.answer.text}`);
    this.remember({ [name]: value });
  },
);

Given('I know the id of {string} as {string}', async function (this: HostWorld, key: string, name: string) {
  const { status, text, json } = await this.http.request('GET', `/exposed/object/${key}`);
  assert.equal(status, 200, text);
  this.remembered.set(name, json['@id']);
});

When('{int} frame(s) pass(es)', function (this: HostWorld, frames: number) {
  return this.step(frames);
});

When('{float} second(s) pass(es)', function (this: HostWorld, seconds: number) {
  return this.host.control('clock.step', { seconds });
});

jsonStep('the host runs {string} with', async function (this: HostWorld, command: string, body: string) {
  this.answer = await this.host.controlRequest(command, parseJson(this.fill(body)));
});

When('the host runs {string}', async function (this: HostWorld, command: string) {
  this.answer = await this.host.controlRequest(command);
});

Then(
  'the log has a(n) {string} with {string}',
  async function (this: HostWorld, level: string, text: string) {
    const { entries } = await this.host.control('log.tail');
    const found = entries.some(
      (entry: { level: string; message: string }) =>
        entry.level === level && entry.message.includes(this.fill(text)),
    );
    assert.ok(found, `no ${level} with "${text}" in ${show(entries)}`);
  },
);

Then('the host still answers', async function (this: HostWorld) {
  const { status, json } = await this.http.request('GET', '/api/status');
  assert.equal(status, 200);
  assertContains(json, { success: true });
});

When('the host is told to end', function (this: HostWorld) {
  // Windows has no signals: a process is ended without notice.
  if (process.platform === 'win32') return 'skipped';
  this.process.signal('SIGTERM');
  return undefined;
});

When('the host is started again', function (this: HostWorld) {
  return this.restart();
});

Then('{string} and {string} differ', function (this: HostWorld, a: string, b: string) {
  const [one, other] = [this.fill(a), this.fill(b)];
  // Two unknown names differ, so both must have been replaced.
  assert.ok(one !== a && other !== b, `${a} and ${b} were remembered`);
  assert.notEqual(one, other);
});

Then("the answer's memory is near the working set of the host's process", function (this: HostWorld) {
  const reported = this.answer.json.memory;
  const { workingSet: actual } = processUsage(this.process.pid);
  assert.ok(
    reported > actual / 2 && reported < actual * 2,
    `reported ${reported}, the process has ${actual}`,
  );
});

Then('the log has no {string}', async function (this: HostWorld, level: string) {
  const { entries } = await this.host.control('log.tail');
  const found = entries.filter((entry: { level: string }) => entry.level === level);
  assert.equal(show(found), '[]');
});

Then('the log does not say {string}', async function (this: HostWorld, text: string) {
  const { entries } = await this.host.control('log.tail');
  assert.equal(show(entries.filter(({ message }: { message: string }) => message.includes(text))), '[]');
});

Then("no log entry tells of the host's own code", async function (this: HostWorld) {
  const { entries } = await this.host.control('log.tail');
  assert.ok(entries.length > 0, 'the log has entries');
  // Module paths of scenes are not checked, also if they are inside a folder of that name.
  const isOwn = (line: string) =>
    /\bat .*(node:|[/\\](src|dist|node_modules)[/\\])/.test(line) && !/[/\\]fixtures[/\\]/.test(line);
  const stacks = entries.filter(({ message }: { message: string }) => message.split('\n').some(isOwn));
  assert.equal(show(stacks), '[]');
});

When('the host logs a(n) {string} {string}', function (this: HostWorld, level: string, message: string) {
  return this.host.control('log', { level, message });
});

let errors = 0;

When('the host logs {int} different errors', async function (this: HostWorld, count: number) {
  for (let i = 0; i < count; i++)
    await this.host.control('log', { level: 'Error', message: `error ${++errors}` });
});

/** Maximum number of log entries per command. */
const mostLogged = 10_000;

When(
  'the host logs {int} messages of {int} characters',
  async function (this: HostWorld, count: number, characters: number) {
    const message = 'x'.repeat(characters);
    for (let left = count; left > 0; left -= mostLogged)
      await this.host.control('log', { level: 'Log', message, count: Math.min(left, mostLogged) });
  },
);

Given('nobody reads what the host prints', function (this: HostWorld) {
  this.process.stopReading();
});

When('the host logs an error of {int} characters', function (this: HostWorld, count: number) {
  return this.host.control('log', { level: 'Error', message: 'x'.repeat(count) });
});

Then(
  'the log has {int} entries of the level {string}',
  async function (this: HostWorld, count: number, level: string) {
    const { entries } = await this.host.control('log.tail');
    assert.equal(entries.filter((entry: { level: string }) => entry.level === level).length, count);
  },
);

Given('the scene {string} without a control channel', function (this: HostWorld, name: string) {
  return this.start(`${fixtures}${name}.yaml`, ['--clock', 'real'], { withControl: false });
});

Then('GET {word} becomes {}', async function (this: HostWorld, path: string, expected: string) {
  let value: unknown;
  for (let i = 0; i < 1000; i++) {
    value = (await this.http.request('GET', this.fill(path))).json.value;
    if (value === parseJson(expected)) return;
  }
  assert.equal(value, parseJson(expected));
});
