import { computed, effect, signal } from '@preact/signals';
import type { Json } from '../../client/index.js';
import { keyedPath } from './keyed.js';
import { toast } from './notices.js';
import { entryOf } from './scene.js';
import { ask, connection, studio } from './session.js';
import { noteEdit } from './show.js';
import { readable } from './types.js';
import { drawNow } from './values.js';

/** One change of one's own, and how to take it back. */
interface Edit {
  readonly key: string;
  readonly path: string;
  readonly before: Json;
  after: Json;
  /** The last of what was written that the host has taken. */
  taken?: Json;
  /** One press, with all that is dragged or repeated while it lasts, is one step back. */
  readonly gesture: number;
}

const mostEdits = 100;
let gesture = 0;

addEventListener('pointerdown', () => gesture++, true);
addEventListener('keydown', ({ repeat }) => (gesture += repeat ? 0 : 1), true);

const done = signal<readonly Edit[]>([]);
const undone = signal<readonly Edit[]>([]);
export const canUndo = computed(() => done.value.length > 0);
export const canRedo = computed(() => undone.value.length > 0);

/** A host that has started anew holds other values: what was changed before is nothing to take back there. */
export function followRestarts(): void {
  let known: string | undefined;
  effect(() => {
    if (connection.value !== 'live') return;
    ask<{ instanceId?: string }>('GET', '/api/status').then(
      ({ instanceId }) => {
        if (known !== undefined && instanceId !== known) {
          done.value = [];
          undone.value = [];
        }
        known = instanceId;
      },
      () => {},
    );
  });
}

/** Writes a member, at once on the page; what the host refuses is told. */
export async function write(key: string, path: string, value: Json): Promise<void> {
  const object = studio.value?.object(key);
  if (object === undefined) return;
  const before = object.peek(path) as Json | undefined;
  const edit = before === undefined ? undefined : remember({ key, path, before, after: value, gesture });
  const isTaken = await telling(key, path, () => {
    const written = object.set(path, value);
    drawNow();
    return written;
  });
  if (edit !== undefined) settle(edit, value, isTaken);
}

/** What was refused is no step back; what was taken before it in one gesture is. */
function settle(edit: Edit, value: Json, isTaken: boolean): void {
  if (isTaken) edit.taken = value;
  else if (edit.after === value && edit.taken !== undefined) edit.after = edit.taken;
  else if (edit.after === value) done.value = done.value.filter((each) => each !== edit);
}

/** Changes an array as a whole can be taken back: by writing what it was. */
export async function changeArray(
  key: string,
  place: string,
  change: (object: ArrayTools, path: string) => Promise<unknown>,
): Promise<void> {
  const object = studio.value?.object(key);
  if (object === undefined) return;
  const path = keyedPath(object.value, place);
  const before = object.peek(path) as Json | undefined;
  await telling(key, path, async () => {
    const after = (await change(object, path)) as Json;
    if (before !== undefined) remember({ key, path, before, after, gesture: -1 });
  });
}

interface ArrayTools {
  append(path: string, value?: Json): Promise<unknown>;
  remove(path: string, index: number): Promise<unknown>;
  move(path: string, from: number, to: number): Promise<unknown>;
  reset(path: string): Promise<unknown>;
}

/** Back to the default that it began with. */
export async function reset(key: string, path: string): Promise<void> {
  await changeArray(key, path, (object, at) => object.reset(at));
}

export const undo = () => step(done, undone, ({ before }) => before, 'Undone');
export const redo = () => step(undone, done, ({ after }) => after, 'Redone');

async function step(
  from: typeof done,
  to: typeof done,
  value: (edit: Edit) => Json,
  word: string,
): Promise<void> {
  const edit = from.value.at(-1);
  const object = edit && studio.value?.object(edit.key);
  if (edit === undefined || object === undefined) return;
  from.value = from.value.slice(0, -1);
  to.value = [...to.value, { ...edit, gesture: -1 }];
  const name = entryOf(edit.key)?.name ?? edit.key;
  await telling(edit.key, edit.path, async () => {
    await object.set(edit.path, value(edit));
    toast({
      kind: 'info',
      title: `${word}: ${name} › ${readable(edit.path.split('/').at(-1)!)}`,
      isBrief: true,
    });
  });
}

/** @returns the step back that it is a part of */
function remember(edit: Edit): Edit {
  const last = done.value.at(-1);
  undone.value = [];
  const isOne = edit.gesture >= 0 && last?.gesture === edit.gesture;
  if (last && isOne && last.key === edit.key && last.path === edit.path) {
    last.after = edit.after;
    return last;
  }
  done.value = [...done.value.slice(1 - mostEdits), edit];
  return edit;
}

/** @returns whether the host took it; what it refuses is told */
async function telling(key: string, path: string, act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    noteEdit();
    return true;
  } catch (error) {
    const name = entryOf(key)?.name ?? key;
    toast({ kind: 'error', title: `${name} › ${path}`, message: reasonOf(error) });
    return false;
  }
}

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
