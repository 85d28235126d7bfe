// Builds and runs the image of the Dockerfile where no container engine is: its steps in chroots, the host as process 1 of
// namespaces of its own. Needs Linux and root, and a root file system in which `node` and `npm` work:
//
//   debootstrap --variant=minbase trixie /tmp/root
//   node scripts/container-check.mjs --root /tmp/root --node <folder with bin/node> --npm <folder of the package npm>
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const context = fileURLToPath(new URL('..', import.meta.url));
const { values: given } = parseArgs({
  options: { root: { type: 'string' }, node: { type: 'string' }, npm: { type: 'string' } },
});
assert.ok(
  given.root && given.node && given.npm,
  '--root, --node and --npm are needed; see the top of this file',
);
const scratch = mkdtempSync(join(tmpdir(), 'container-check-'));

/** The instructions of a Dockerfile; comments are left out, continued lines are joined. */
function instructions(text) {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => /^(\w+)\s+(.*)$/.exec(line).slice(1));
}

/** The root of `FROM`: what `node:…-slim` has. */
function baseRoot(folder) {
  execFileSync('cp', ['-a', '--reflink=auto', resolve(given.root), folder]);
  cpSync(join(given.node, 'bin/node'), join(folder, 'usr/local/bin/node'));
  const npm = join(folder, 'usr/local/lib/node_modules/npm');
  cpSync(given.npm, npm, { recursive: true, dereference: true });
  execFileSync('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm')]);
  execFileSync('chroot', [folder, 'useradd', '--uid', '1000', '--create-home', 'node']);
  for (const file of ['resolv.conf', 'hosts']) cpSync(`/etc/${file}`, join(folder, 'etc', file));
  return folder;
}

/** What runs in a root, in namespaces of its own; `exec` keeps the last command process 1 where `--pid` is among them. */
function inRoot({ root, env, user, workdir }, namespaces, command) {
  const variables = Object.entries({ PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/root', ...env });
  const script = `
    mount --bind /dev ${root}/dev && mount -t proc proc ${root}/proc && ip link set lo up 2>/dev/null
    exec chroot --userspec=${user}:${user} ${root} env -i "$@"`;
  const words = ['sh', '-c', `cd ${workdir} && exec "$@"`, 'sh', ...command];
  const assigned = variables.map(([name, value]) => `${name}=${value}`);
  return ['unshare', '--mount', ...namespaces, '--fork', 'sh', '-c', script, 'sh', ...assigned, ...words];
}

function run(words, options = {}) {
  return execFileSync(words[0], words.slice(1), { stdio: 'inherit', ...options });
}

function copyContext(folder) {
  const ignored = readFileSync(join(context, '.dockerignore'), 'utf8').trim().split('\n');
  const excludes = ignored.map((line) => `--exclude=${line.startsWith('**/') ? line.slice(3) : `./${line}`}`);
  const tar = execFileSync('tar', ['-C', context, ...excludes, '-cf', '-', '.'], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-C', folder, '-xf', '-'], { input: tar });
}

/** npm reaches its registry as it does on this machine, also where that has certificates of its own. */
function trustAsHere({ root, env }) {
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
  if (certificates === undefined) return;
  cpSync(certificates, join(root, 'etc/extra-certificates.crt'), { dereference: true });
  env.NODE_EXTRA_CA_CERTS = '/etc/extra-certificates.crt';
}

/** Builds the stages; the last one, with what it says of how it is run. */
function build() {
  const stages = new Map();
  let image;
  for (const [name, rest] of instructions(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
    console.log(`${name} ${rest.slice(0, 100)}`);
    if (name === 'FROM') {
      const label = / AS (\w+)$/i.exec(rest)?.[1] ?? 'last';
      image = { root: baseRoot(join(scratch, label)), env: {}, user: 'root', workdir: '/' };
      stages.set(label, image);
      if (label !== 'last') trustAsHere(image);
    } else if (name === 'WORKDIR') {
      image.workdir = rest;
      mkdirSync(join(image.root, rest), { recursive: true });
    } else if (name === 'COPY') {
      const [, from, source, target] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(rest);
      if (from === undefined) copyContext(join(image.root, image.workdir, target));
      else execFileSync('cp', ['-a', join(stages.get(from).root, source), join(image.root, target)]);
    } else if (name === 'RUN') run(inRoot(image, [], ['sh', '-c', rest]));
    else if (name === 'ENV') {
      for (const [, key, value] of rest.matchAll(/(\w+)=(\S+)/g)) image.env[key] = value;
    } else if (name === 'USER') image.user = rest;
    else if (name === 'HEALTHCHECK') image.health = JSON.parse(/CMD (\[.*)$/.exec(rest)[1]);
    else if (name === 'ENTRYPOINT') image.entry = JSON.parse(rest);
    else if (name === 'STOPSIGNAL') image.stopSignal = rest;
    else assert.ok(['VOLUME', 'EXPOSE'].includes(name), `${name} is not known here`);
  }
  return image;
}

/** Starts the image's command as process 1; its network is its own, so that its port is free. */
async function start(image, env = {}, args = []) {
  const running = { ...image, env: { ...image.env, ...env } };
  const words = inRoot(running, ['--pid', '--net'], [...image.entry, '--json', ...args]);
  const child = spawn(words[0], words.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((done) => child.on('exit', (code) => done(code)));
  const [line] = await new Promise((done, fail) => {
    createInterface(child.stdout).once('line', (first) => done([first]));
    ended.then((code) => fail(new Error(`it ended with ${code}`)));
  });
  const init = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim());
  /** Runs a command beside it, as `docker exec` would; its output. */
  const beside = (command, variables = {}) => {
    const both = Object.entries({ PATH: '/usr/local/bin:/usr/bin:/bin', ...running.env, ...variables });
    const inside = ['env', '-i', ...both.map(([name, value]) => `${name}=${value}`), ...command];
    const enter = [
      'nsenter',
      `--target=${init}`,
      '--net',
      '--pid',
      '--mount',
      'chroot',
      image.root,
      ...inside,
    ];
    return execFileSync(enter[0], enter.slice(1), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  };
  const isHealthy = (variables) => {
    try {
      beside(image.health, variables);
      return true;
    } catch {
      return false;
    }
  };
  return { listening: JSON.parse(line), init, ended, beside, isHealthy };
}

/** Opens the event stream beside the host; resolves with what follows the end of it. */
function follow(host) {
  const source = `
    const { body } = await fetch('http://127.0.0.1:9095/api/stream');
    console.log('open');
    try { for await (const _ of body); console.log('ended'); } catch { console.log('broken'); }`;
  const node = [process.execPath, '--input-type=module', '--eval', source];
  const child = spawn('nsenter', [`--target=${host.init}`, '--net', ...node], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value;
  return { next };
}

const request = (method, path, body) => [
  'node',
  '--eval',
  `fetch('http://127.0.0.1:9095${path}', { method: '${method}', body: ${JSON.stringify(JSON.stringify(body))} })
    .then((answer) => answer.text()).then(console.log)`,
];

try {
  const image = build();
  for (const signal of [image.stopSignal, 'SIGHUP', 'SIGINT']) {
    const host = await start(image);
    const status = readFileSync(`/proc/${host.init}/status`, 'utf8');
    assert.match(status, /^NSpid:\s+\d+\s+1$/m, 'it is process 1');
    assert.match(status, /^Uid:\s+1000\s/m, 'it is not root');
    assert.match(status, /^SigCgt:/m);
    assert.ok(host.isHealthy(), 'healthy');
    assert.ok(!host.isHealthy({ SIM_HOST_PORT: '9' }), 'unhealthy where nothing listens');
    const stream = follow(host);
    assert.equal(await stream.next(), 'open');
    process.kill(host.init, signal);
    assert.equal(await host.ended, 0, `${signal} ends it in order`);
    assert.equal(await stream.next(), 'ended', `${signal} ends the streams`);
    console.log(`${signal}: ended in order, exit code 0`);
  }

  const first = await start(image);
  const stream = follow(first);
  assert.equal(await stream.next(), 'open');
  first.beside(request('PUT', '/exposed/object/key-light/intensity', { value: 2.5 }));
  const { confirmId } = JSON.parse(first.beside(request('POST', '/api/commands/quit', {})));
  first.beside(request('POST', '/api/confirm', { id: confirmId, choice: 'yes' }));
  assert.equal(await first.ended, 0, 'it quits when it is asked to');
  assert.ok(existsSync(join(image.root, 'data/demo.live.json')), '/data is written');

  const second = await start(image, { SIM_HOST_TOKEN: 'secret' });
  assert.ok(second.isHealthy(), 'healthy with a token');
  assert.ok(!second.isHealthy({ SIM_HOST_TOKEN: 'wrong' }), 'the token is what makes it so');
  process.kill(second.init, image.stopSignal);
  assert.equal(await second.ended, 0);

  const third = await start(image);
  const { value } = JSON.parse(
    third.beside([
      'node',
      '--eval',
      "fetch('http://127.0.0.1:9095/exposed/object/key-light/intensity').then((a) => a.text()).then(console.log)",
    ]),
  );
  assert.equal(value, 2.5, 'what was saved is there after a restart');
  process.kill(third.init, image.stopSignal);
  assert.equal(await third.ended, 0);
  const size = execFileSync('du', ['-sm', join(image.root, 'opt/sim-host')], { encoding: 'utf8' });
  console.log(`/data survives a restart; /opt/sim-host has ${size.split('\t')[0]} MB. The image works.`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
