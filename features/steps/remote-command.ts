/** Commands that control the host of the scenario. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { After, Then, When } from '@cucumber/cucumber';
import { type CommandResult, parseJson, runCommand, simHostRoot } from '../../conformance/client/index.js';
import { jsonStep } from '../support/json-step.js';
import { assertContains } from '../support/match.js';
import type { HostWorld } from '../support/world.js';

const results = new WeakMap<HostWorld, CommandResult>();
const running = new WeakMap<
  HostWorld,
  { child: ChildProcess; result: Promise<CommandResult>; firstLine: Promise<void> }
>();

/** Splits words as a shell does; single quotes group words. */
function wordsOf(world: HostWorld, line: string): string[] {
  const filled = world.fill(line.replaceAll('<url>', world.host.url));
  return Array.from(filled.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, plain]) => quoted ?? plain!);
}

function environment(world: HostWorld): NodeJS.ProcessEnv {
  return { SIM_HOST_URL: world.host.url };
}

/** Output of the last command. @throws Error if no command was run */
export function result(world: HostWorld): CommandResult {
  const found = results.get(world);
  if (found === undefined) throw new Error('no command was run on the host');
  return found;
}

When('I run {string} on the host', async function (this: HostWorld, line: string) {
  results.set(this, await runCommand(wordsOf(this, line), environment(this)));
});

When('I run {string} on the host with:', async function (this: HostWorld, line: string, input: string) {
  results.set(this, await runCommand(wordsOf(this, line), environment(this), undefined, `${input}\n`));
});

When('I begin to run {string} on the host', async function (this: HostWorld, line: string) {
  const child = spawn(process.execPath, [`${simHostRoot}/bin/sim-host.mjs`, ...wordsOf(this, line)], {
    env: { ...process.env, ...environment(this) },
  });
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk));
  const firstLine = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk;
      if (stdout.includes('\n')) resolve();
    });
  });
  const finished = new Promise<CommandResult>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  running.set(this, { child, result: finished, firstLine });
});

When('the command has printed its first line', async function (this: HostWorld) {
  const { firstLine, result: finished } = running.get(this)!;
  await Promise.race([
    firstLine,
    finished.then(({ stderr }) => assert.fail(`it finished without a line: ${stderr}`)),
  ]);
});

When('the command has ended', async function (this: HostWorld) {
  results.set(this, await running.get(this)!.result);
});

When('the command gets {word}', function (this: HostWorld, signal: string) {
  running.get(this)!.child.kill(signal as NodeJS.Signals);
});

jsonStep('one line that it prints is JSON with', function (this: HostWorld, expected: string) {
  const wanted = parseJson(this.fill(expected));
  const lines = result(this).stdout.trimEnd().split('\n');
  const isMeant = (line: string) => {
    try {
      assertContains(parseJson(line), wanted);
      return true;
    } catch {
      return false;
    }
  };
  assert.ok(lines.some(isMeant), result(this).stdout);
});

After(function (this: HostWorld) {
  running.get(this)?.child.kill();
});

Then('the command exits with {int}', function (this: HostWorld, code: number) {
  const { stdout, stderr, code: actual } = result(this);
  assert.equal(actual, code, stdout + stderr);
});

Then(/^the command prints: (.*)$/, exactlyPrints);
Then('the command prints:', exactlyPrints);

function exactlyPrints(this: HostWorld, text: string): void {
  assert.equal(result(this).stdout.trimEnd(), this.fill(text));
}

Then('the command prints a line like {string}', function (this: HostWorld, text: string) {
  const lines = result(this)
    .stdout.split('\n')
    .map((line) => line.trim().replaceAll(/\s+/g, ' '));
  assert.ok(lines.includes(this.fill(text)), result(this).stdout);
});

When('I remember what the command printed', function (this: HostWorld) {
  this.remembered.set('printed', result(this).stdout);
});

Then('the command prints the same again', function (this: HostWorld) {
  assert.equal(result(this).stdout, this.remembered.get('printed'));
});

Then('the command prints nothing', function (this: HostWorld) {
  assert.equal(result(this).stdout, '');
});

Then('the command prints lines of JSON with:', function (this: HostWorld, expected: string) {
  const lines = result(this).stdout.trimEnd().split('\n');
  const wanted = expected.split('\n');
  assert.equal(lines.length, wanted.length, result(this).stdout);
  for (const [i, line] of wanted.entries()) assertContains(parseJson(lines[i]!), parseJson(this.fill(line)));
});

Then(/^the command complains: (.*)$/, function (this: HostWorld, text: string) {
  assert.ok(
    result(this)
      .stderr.split('\n')
      .includes(`sim-host: ${this.fill(text)}`),
    result(this).stderr,
  );
});
