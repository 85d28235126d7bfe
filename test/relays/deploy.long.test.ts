/** Files of docs/deployment.md and docs/scaling.md: Compose files, the health check and systemd units. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { NatsServer, withoutNats } from './nats-server.js';
import { firstLine, newName, until } from './relayed.js';

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
}

const repository = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const compose = (path: string) =>
  parse(read(path), { merge: true }) as { services: Record<string, Service>; volumes: object };
const dockerfile = read('Dockerfile');
/** An instruction of the Dockerfile in JSON form. */
const inDockerfile = (before: RegExp) =>
  JSON.parse(new RegExp(`${before.source} (\\[.*\\])$`, 'm').exec(dockerfile)![1]!) as string[];

test('a Compose file is valid and names existing files', () => {
  const known = new Set(
    'image build entrypoint command environment ports volumes restart read_only cap_drop security_opt'.split(
      ' ',
    ),
  );
  for (const path of ['deploy/compose.yaml', 'deploy/compose-relays.yaml']) {
    const { services, volumes, ...others } = compose(path);
    assert.deepEqual(others, {}, path);
    for (const [name, service] of Object.entries(services)) {
      assert.deepEqual(
        Object.keys(service).filter((key) => !known.has(key)),
        [],
        `${path}: ${name}`,
      );
      assert.equal(Number(service.image !== undefined) + Number(service.build === '..'), 1, name);
      for (const volume of service.volumes ?? []) assert.ok(volume.split(':')[0]! in volumes, volume);
      for (const port of service.ports ?? []) assert.match(port, /^127\.0\.0\.1:\d+:\d+$/);
    }
  }
});

describe('Compose', { skip: withoutNats }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
  const nats = new NatsServer();

  before(() => nats.start());
  after(async () => {
    await nats.stop();
    nats.forget();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the command of a service here, with addresses and paths of this test. */
  async function run(t: TestContext, { entrypoint, command = [], environment = {} }: Service, name: string) {
    const words = [...(entrypoint ?? inDockerfile(/ENTRYPOINT/)), ...command];
    assert.equal(words[0], 'sim-host');
    const here = words.slice(1).map((word) => (word === '/data' ? folder : word));
    const env: NodeJS.ProcessEnv = { PATH: process.env.PATH };
    for (const [key, value] of Object.entries(environment)) {
      if (value !== null) env[key] = value.replace('nats://nats:4222', nats.url);
    }
    if (env.SIM_HOST_NATS !== undefined) env.SIM_HOST_NATS_NAME = name;
    // The fixed port may be taken here.
    const fixed = env.SIM_HOST_PORT;
    env.SIM_HOST_PORT = '0';
    const args = [join(repository, 'bin/sim-host.mjs'), ...here, '--json'];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => child.kill('SIGKILL'));
    const line = await firstLine(child);
    return { child, fixed, port: Number(new URL((JSON.parse(line) as { url: string }).url).port) };
  }

  const healthy = (port: number) => {
    const [node, ...args] = inDockerfile(/CMD/);
    assert.equal(node, 'node');
    const env = { PATH: process.env.PATH, SIM_HOST_PORT: String(port) };
    return spawnSync(process.execPath, args, { env }).status === 0;
  };

  async function ends(child: ChildProcess): Promise<void> {
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  }

  test('one host', async (t) => {
    const { child, port } = await run(t, compose('deploy/compose.yaml').services['sim-host']!, newName());
    await until(async () => healthy(port) || undefined);
    await ends(child);
  });

  test('NATS, a host and two relays', async (t) => {
    const { services } = compose('deploy/compose-relays.yaml');
    // The command has the same options, except for the folder.
    assert.deepEqual(services.nats!.command, ['-js', '-sd', '/data']);
    assert.deepEqual(services.nats!.volumes, ['nats:/data']);
    const name = newName();
    const host = await run(t, services['sim-host']!, name);
    for (const relay of ['relay-1', 'relay-2']) {
      const { child, port, fixed } = await run(t, services[relay]!, name);
      // The target of the published port.
      assert.match(services[relay]!.ports![0]!, new RegExp(`:${fixed}$`));
      await until(async () => healthy(port) || undefined);
      await ends(child);
      assert.equal(healthy(port), false);
    }
    await ends(host.child);
  });
});

test('systemd accepts the units', {
  skip: spawnSync('systemd-analyze', ['--version']).status !== 0 && 'systemd-analyze is not installed',
}, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'units-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const units = readdirSync(join(repository, 'deploy')).filter((file) => file.endsWith('.service'));
  assert.equal(units.length, 2);
  for (const unit of units) {
    const file = join(folder, unit);
    // systemd requires that the command exists.
    writeFileSync(file, read(`deploy/${unit}`).replace('/usr/local/bin/sim-host', process.execPath));
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    assert.equal(stdout + stderr, '');
    assert.equal(status, 0);
  }
});
