// `npm run test:matrix [-- --node 24]`: installs, starts and tests the project on each supported Node.js with the
// uWebSockets.js builds for each C library. Missing requirements are skipped, and fail in CI.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freshCopy, Leg, remove } from './matrix/leg.mjs';
import { expectedServer, versions, wantsNewerLibc } from './matrix/legs.mjs';
import { onNewerLibc } from './matrix/newer-libc.mjs';
import { count, table } from './matrix/report.mjs';
import { runtime } from './matrix/runtimes.mjs';
import { lastLines } from './run.mjs';

const usage = `Usage: npm run test:matrix [-- --node ${versions.join(',')}] [-- --json FILE] [-- --sample]
--sample: on the Node.js that runs this, which had all before, install and start alone; unit tests on the newest alone`;
const ownMajor = Number.parseInt(process.versions.node, 10);
const isCI = !['', '0', 'false'].includes(process.env.CI ?? '');
const reports = join('reports', 'matrix');
const startedAt = performance.now();
const results = [];

const options = readOptions();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
for (const major of options.versions) await tryVersion(major);
finish();

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        node: { type: 'string', multiple: true },
        json: { type: 'string' },
        sample: { type: 'boolean', default: false },
        help: { type: 'boolean' },
      },
    });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    const chosen = (values.node ?? []).flatMap((list) => list.split(',')).map(Number);
    const unknown = chosen.find((major) => !versions.includes(major));
    if (unknown !== undefined) throw new Error(`--node takes ${versions.join(', ')}`);
    const file = values.json ?? join(reports, 'results.json');
    return { versions: chosen.length === 0 ? versions : chosen, json: file, isSample: values.sample };
  } catch (error) {
    console.error(`matrix: ${error.message}\n${usage}`);
    return process.exit(2);
  }
}

/** The legs of a Node.js share an install, because all native builds are files in node_modules. */
async function tryVersion(major) {
  const found = await have(`Node.js ${major}`, () => runtime(major));
  if (found === undefined) return;
  const folder = freshCopy();
  try {
    const server = expectedServer(found);
    const name = legName(found, server);
    const leg = new Leg(found, folder, logOf(name));
    if (!(await step(name, 'install', () => leg.install()))) return;
    const starts = await step(name, 'start', () => leg.start('auto', server));
    const isNew = !options.isSample || major !== ownMajor;
    if (isNew) await step(name, 'tools', () => leg.tools());
    if (isNew && (!options.isSample || major === versions.at(-1)))
      await step(name, 'unit tests', () => leg.unitTests());
    if (isNew) {
      if (starts) await step(name, 'features', () => leg.features('auto'));
      if (server !== 'node:http') await tryEngine(found, folder, 'node', 'node:http');
    }
    if (wantsNewerLibc(found)) await tryNewerLibc(found, folder);
  } finally {
    remove(folder);
  }
}

async function tryNewerLibc(found, folder) {
  const newer = await have(`Node.js ${found.major} on Debian 13's C library`, () => onNewerLibc(found));
  if (newer !== undefined) await tryEngine(newer, folder, 'auto', expectedServer(newer));
}

async function tryEngine(found, folder, engine, server) {
  const name = legName(found, server);
  const leg = new Leg(found, folder, logOf(name));
  if (await step(name, 'start', () => leg.start(engine, server)))
    await step(name, 'features', () => leg.features(engine));
}

/** Fetches a requirement; undefined if it is unavailable, which fails only in CI. */
async function have(what, get) {
  say(`${what}: fetched unless it is in .cache`);
  try {
    return await get();
  } catch (error) {
    const note = `it cannot be had here: ${error.message}`;
    add({ leg: what, step: 'install', verdict: isCI ? 'FAILED' : 'left out', seconds: 0, note });
    return undefined;
  }
}

async function step(leg, name, act) {
  say(`${leg}: ${name}`);
  const from = performance.now();
  const seconds = () => (performance.now() - from) / 1000;
  try {
    const found = await act();
    add({ leg, step: name, verdict: 'ok', seconds: seconds(), ...found });
    return true;
  } catch (error) {
    const { message: note, passed, failed } = error;
    add({ leg, step: name, verdict: 'FAILED', seconds: seconds(), note, passed, failed });
    return false;
  }
}

function add(result) {
  results.push(result);
  const { leg, step: name, verdict, seconds, passed, note } = result;
  const tests = passed === undefined ? '' : `, ${passed} passed`;
  say(
    `${leg}: ${name} ${verdict}, ${seconds.toFixed(1)} s${tests}${note === undefined ? '' : `\n  ${note}`}`,
  );
}

function say(text) {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(
    `[${String(Math.floor(seconds / 60)).padStart(2)}:${String(seconds % 60).padStart(2, '0')}] ${text}`,
  );
}

/** @param server the expected server; undefined if it is unknown before the start */
function legName({ version, glibc }, server) {
  const parts = [`Node.js ${version}`, glibc && `glibc ${glibc}`, server];
  return parts.filter(Boolean).join(', ');
}

function logOf(leg) {
  return join(reports, `${leg.replace(/[^\w.]+/g, '-')}.log`);
}

function finish() {
  const { passed, failed } = count(results);
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  writeFileSync(
    options.json,
    `${JSON.stringify({ minutes: Number(minutes), passed, failed, results }, null, 2)}\n`,
  );
  console.log(`\n${table(results)}\n`);
  for (const { leg, step: name, note } of results.filter(({ verdict }) => verdict !== 'ok'))
    console.log(`${leg}: ${name}: ${lastLines(note ?? '', 1)}`);
  console.log(`matrix in ${minutes} min; logs and results.json in ${reports}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
