import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { type Document, isMap, isScalar, isSeq, parseDocument, type Scalar, visit } from 'yaml';
import { checkAlways } from '../../../../test/support/random.js';
import { RemoteControlService } from '../../../service/index.js';
import { Engine } from '../../engine/index.js';
import { createSimHost } from '../../host.js';
import type { SceneDocument } from '../document.js';
import { SceneRuntime } from '../run/runtime.js';
import { checkSceneText } from './check.js';

/** Number of typos to try; a larger run: `SCENE_SLIPS=5000 npm run test:unit -- typos --long`. */
const runs = Number(process.env.SCENE_SLIPS ?? 25);
const frames = 30;

/** Errors that only a run can find: a scene that is not loaded, and a reference that an app may set. */
function isKnowable(error: string): boolean {
  return !/object not found: |expected \{"@ref"\} of an exposed|property not found: \S+ has no property \S+[/.[]\S+ \(at /.test(
    error,
  );
}

for (const name of ['features/fixtures/everything.yaml', 'scenes/demo.yaml']) {
  const file = fileURLToPath(new URL(`../../../../${name}`, import.meta.url));
  const text = readFileSync(file, 'utf8');

  test(`${name} has no errors and runs without an error`, async () => {
    const { document } = await checkSceneText(text, file);
    assert.ok(document);
    assert.deepEqual(await runErrors(document), []);
  });

  test(`a typo in ${name} is reported, or the scene runs without an error`, async () => {
    let requireWritable = 0;
    let found = 0;
    await checkAlways(
      fc.asyncProperty(fc.infiniteStream(fc.nat(2 ** 31 - 2)), async (stream) => {
        requireWritable++;
        const slip = mutate(text, (below) => (stream.next().value as number) % below);
        const { document } = await checkSceneText(slip.text, file);
        if (document === undefined) found++;
        else assert.deepEqual((await runErrors(document)).filter(isKnowable), [], slip.what);
      }),
      { numRuns: runs, ...(process.env.SCENE_SLIPS === undefined && { seed: 1 }) },
    );
    assert.ok(found > requireWritable / 3, `only ${found} of ${requireWritable} slips were reported`);
  });
}

/** Runs a scene without a server for a number of frames, and returns what it throws or logs as errors. */
async function runErrors(document: SceneDocument): Promise<string[]> {
  const engine = new Engine({
    application: { name: 'Tried', version: '1', engineVersion: '1', mode: 'player' },
    clock: 'manual',
  });
  const service = new RemoteControlService({ host: createSimHost(engine) });
  const errors: string[] = [];
  engine.log.onEntry(({ level, message }) => {
    if (level !== 'Log' && level !== 'Warning') errors.push(message);
  });
  try {
    new SceneRuntime(document, engine, service).start();
    engine.start();
    engine.step(frames);
  } catch (error) {
    errors.push(`thrown: ${(error as Error).stack}`);
  }
  engine.stop();
  await service.stop();
  return errors;
}

/** A change in one part of a scene file. */
interface Mutation {
  readonly text: string;
  readonly what: string;
}

const otherValues = [
  null,
  true,
  -1,
  0,
  0.5,
  300,
  1e12,
  '',
  'nope',
  '$x',
  '{i}',
  '[]',
  [],
  {},
  { ref: 'nope' },
] as const;

/**
 * Returns the scene with one typo: a misspelt or exchanged name, a value of another type, or a missing or duplicate
 * entry. `draw` returns random integers from 0 to below its argument.
 */
function mutate(text: string, draw: (below: number) => number): Mutation {
  const document = parseDocument(text);
  const scalars: { node: Scalar; isKey: boolean }[] = [];
  visit(document, {
    Scalar: (key, node) => void scalars.push({ node, isKey: key === 'key' }),
  });
  const kind = draw(6);
  if (kind === 0) return leaveOut(document, draw);
  const { node, isKey } = scalars[draw(scalars.length)]!;
  const before = JSON.stringify(node.value);
  if (kind === 1) node.value = scalars[draw(scalars.length)]!.node.value;
  else if (kind === 2 && !isKey) replaceBy(document, node, otherValues[draw(otherValues.length)]!);
  else node.value = misspelt(String(node.value), draw);
  return {
    text: document.toString(),
    what: `${isKey ? 'key ' : ''}${before} → ${JSON.stringify(node.value)}`,
  };
}

/** A collection cannot replace a scalar in place, so its parent gets a new node. */
function replaceBy(document: Document, node: Scalar, value: unknown): void {
  if (typeof value !== 'object' || value === null) {
    node.value = value;
    return;
  }
  visit(document, {
    Pair: (_, pair) => {
      if (pair.value === node) pair.value = document.createNode(value);
    },
    Seq: (_, seq) => {
      const index = seq.items.indexOf(node);
      if (index >= 0) seq.items[index] = document.createNode(value);
    },
  });
}

function leaveOut(document: Document, draw: (below: number) => number): Mutation {
  const collections: { items: unknown[] }[] = [];
  visit(document, {
    Collection: (_, node) => {
      if ((isMap(node) || isSeq(node)) && node.items.length > 0) collections.push(node);
    },
  });
  const { items } = collections[draw(collections.length)]!;
  const index = draw(items.length);
  const [gone] = items.splice(index, 1);
  const key = (gone as { key?: unknown }).key;
  return { text: document.toString(), what: `without ${isScalar(key) ? key.value : `[${index}]`}` };
}

function misspelt(text: string, draw: (below: number) => number): string {
  const at = draw(Math.max(1, text.length));
  switch (draw(4)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1);
    case 1:
      return `${text.slice(0, at)}x${text.slice(at)}`;
    case 2:
      return text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2);
    default:
      return text.toLowerCase() === text ? text.toUpperCase() : text.toLowerCase();
  }
}
