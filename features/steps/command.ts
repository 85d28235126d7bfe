import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { Then, When } from '@cucumber/cucumber';
import { type CommandResult, harnessRoot, runCommand, simHostRoot } from '../../conformance/client/index.js';
import { assertContains, at } from '../support/match.js';
import type { HostWorld } from '../support/world.js';

const results = new WeakMap<HostWorld, CommandResult>();

function result(world: HostWorld): CommandResult {
  const found = results.get(world);
  if (found === undefined) throw new Error('no command was run');
  return found;
}

/** Paths in a command begin with `scenes` (of sim-host) or `features` (of the suite); others may contain spaces. */
function words(world: HostWorld, line: string): string[] {
  return line.split(' ').map((each) => {
    const word = world.fill(each);
    if (word.startsWith('scenes/')) return `${simHostRoot}/${word}`;
    return word.startsWith('features/') ? `${harnessRoot}/${word}` : word;
  });
}

When(
  /^I run sim-host "([^"]*)"(?: with (\w+) = "([^"]*)")?$/,
  async function (this: HostWorld, line: string, variable: string | null, value: string) {
    const env = variable === null ? {} : { [variable]: this.fill(value) };
    results.set(this, await runCommand(words(this, line), env));
  },
);

Then('it exits with {int}', function (this: HostWorld, code: number) {
  const { stdout, stderr, code: actual } = result(this);
  assert.equal(actual, code, stdout + stderr);
});

Then('it prints {string}', function (this: HostWorld, text: string) {
  assert.ok(result(this).stdout.includes(this.fill(text)), result(this).stdout);
});

Then('it complains in {int} line(s) with {string}', function (this: HostWorld, lines: number, text: string) {
  const { stderr } = result(this);
  assert.ok(stderr.includes(this.fill(text)), stderr);
  assert.equal(stderr.trim().split('\n').length, lines, stderr);
});

Then(
  'the first line of the host says engine {string} and a server like {string}',
  function (this: HostWorld, engine: string, server: string) {
    const [first] = this.process.lines;
    assertContains(first, { event: 'listening', engine, whyNotFaster: null });
    assert.ok(first.server.startsWith(server), first.server);
  },
);

Then('the first line of the host is the listening event', function (this: HostWorld) {
  const [first] = this.process.lines;
  assertContains(first, {
    event: 'listening',
    url: this.host.url,
    control: this.host.controlUrl,
    pid: this.process.pid,
  });
});

Then('the host tells the addresses of this machine', function (this: HostWorld) {
  const { addresses, url } = this.process.lines[0] as { addresses: string[]; url: string };
  const { port } = new URL(url);
  const own = Object.values(networkInterfaces()).flatMap((infos = []) => infos);
  const ipv4 = own.filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of ipv4) assert.ok(addresses.includes(`http://${address}:${port}`), address);
  assert.ok(!addresses.some((each) => each.includes('127.0.0.1')), String(addresses));
  assert.ok(
    addresses.slice(0, ipv4.length).every((each) => !each.includes('[')),
    `IPv4 first: ${addresses}`,
  );
});

Then('the host tells no addresses', function (this: HostWorld) {
  assertContains(this.process.lines[0], { addresses: [] });
});

Then(
  'a {word} ends the host with exit code {int}',
  async function (this: HostWorld, signal: string, code: number) {
    this.process.signal(signal as NodeJS.Signals);
    assert.equal(await this.process.exited, code);
  },
);

Then('the host has warned {string}', function (this: HostWorld, text: string) {
  assert.ok(this.process.stderr.includes(text), this.process.stderr);
});

Then('the host reaches frame {int}', async function (this: HostWorld, frame: number) {
  for (let i = 0; i < 10_000; i++) {
    if ((await this.host.control('state')).frame >= frame) return;
  }
  assert.fail(`frame ${frame} was not reached`);
});

Then(
  'the members of {string} in the answer include {}',
  function (this: HostWorld, path: string, names: string) {
    const members = Object.keys(at(this.answer.json, path));
    assert.deepEqual(
      names.split(', ').filter((name) => !members.includes(name)),
      [],
    );
  },
);
