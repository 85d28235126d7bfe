import { computed, effect, signal } from '@preact/signals';
import { type Json, RemoteError, type RemoteObject } from '../../client/index.js';
import { gesture } from './gesture.js';
import { keyedPath } from './keyed-path.js';
import { toast } from './notices.js';
import { reportFailure, resolveUnknown } from './outcomes.js';
import { mayWrite, noteRefusal } from './rights.js';
import { application, entryOf } from './scene.js';
import { remoteHost } from './session.js';
import { noteEdit } from './show.js';
import { readable } from './types.js';
import { drawNow, textOf } from './values.js';

/** A change by this user that can be undone. */
interface Edit {
  readonly key: string;
  readonly path: string;
  before: Json;
  /** The last value that the host accepted. */
  after: Json;
  /** Number of writes without a response. */
  pending: number;
  /** The number of its gesture; all writes to a member during one gesture are one step. */
  readonly gesture: number;
}

const maxEdits = 100;

const done = signal<readonly Edit[]>([]);
const undone = signal<readonly Edit[]>([]);
export const canUndo = computed(() => done.value.length > 0);
export const canRedo = computed(() => undone.value.length > 0);

/** Clears the steps when the host restarts, because its values may differ then. */
export function followRestarts(): void {
  let known: string | undefined;
  effect(() => {
    const instanceId = application.value?.instanceId;
    if (known !== undefined && instanceId !== known) {
      done.value = [];
      undone.value = [];
    }
    known = instanceId;
  });
}

/** Writes a member, shows the value immediately, and reports a failure. */
export async function write(key: string, path: string, value: Json): Promise<void> {
  const object = remoteHost.value?.object(key);
  if (object === undefined) return;
  const before = object.peek(path) as Json | undefined;
  const edit =
    before === undefined
      ? undefined
      : remember({ key, path, before, after: before, pending: 0, gesture: gesture() });
  if (edit !== undefined) edit.pending++;
  await reporting(key, path, async () => {
    const written = object.set(path, value);
    drawNow();
    const accepted = (await written) as Json;
    if (edit !== undefined) edit.after = accepted;
  });
  if (edit === undefined) return;
  edit.pending--;
  // A refused write, or one that its own gesture reverted, is not a step.
  if (edit.pending === 0 && isSame(edit.before, edit.after)) forget(edit);
}

function forget(edit: Edit): void {
  done.value = done.value.filter((each) => each !== edit);
}

/** Changes an array; undo writes its previous value. */
export async function changeArray(
  key: string,
  member: string,
  change: (object: RemoteObject, path: string) => Promise<unknown>,
): Promise<void> {
  const object = remoteHost.value?.object(key);
  if (object === undefined) return;
  const path = keyedPath(object.value, member);
  const before = object.peek(path) as Json | undefined;
  await reporting(key, path, async () => {
    const after = (await change(object, path)) as Json;
    if (before !== undefined) remember({ key, path, before, after, pending: 0, gesture: -1 });
  });
}

/** Resets a member to its captured default. */
export async function reset(key: string, path: string): Promise<void> {
  await changeArray(key, path, (object, at) => object.reset(at));
}

export const undo = () => inTurn(() => step(done, undone, 'before', 'after', 'Undone'));
export const redo = () => inTurn(() => step(undone, done, 'after', 'before', 'Redone'));

let last: Promise<void> = Promise.resolve();

function inTurn(act: () => Promise<void>): void {
  if (!mayWrite.value) return;
  last = last.then(act);
}

/** Undoes or redoes the newest edit, unless the member has changed since. */
async function step(
  from: typeof done,
  to: typeof done,
  wanted: 'before' | 'after',
  expected: 'before' | 'after',
  word: string,
): Promise<void> {
  const edit = from.value.at(-1);
  const object = edit && remoteHost.value?.object(edit.key);
  if (edit === undefined || object === undefined) return;
  const { key, path } = edit;
  const name = `${entryOf(key)?.name ?? key} › ${readable(path.split('/').at(-1)!)}`;
  const drop = () => {
    from.value = from.value.filter((each) => each !== edit);
  };
  try {
    const present = (await object.get(path)) as Json;
    // The host may have refused the edit in the meantime.
    if (!from.value.includes(edit)) return;
    if (!isSame(present, edit[expected])) {
      drop();
      toast({
        kind: 'warning',
        title: `Not ${word.toLowerCase()}: ${name}`,
        message: 'It has changed since.',
      });
      return;
    }
    edit[wanted] = (await object.set(path, edit[wanted])) as Json;
    drop();
    to.value = [...to.value, { ...edit, gesture: -1 }];
    noteEdit();
    toast({ kind: 'info', title: `${word}: ${name}`, isBrief: true });
  } catch (error) {
    // A missing member cannot be restored; after other failures the step may be tried again.
    if (error instanceof RemoteError && error.code === 'not-found') drop();
    reportFailure(`${word.toLowerCase()}: ${name}`, error);
  }
}

const isSame = (one: Json, other: Json) => textOf(one) === textOf(other);

/** @returns the step that contains the edit */
function remember(edit: Edit): Edit {
  undone.value = [];
  const known = done.value.find(
    ({ key, path, gesture: own }) =>
      own === edit.gesture && own >= 0 && key === edit.key && path === edit.path,
  );
  if (known !== undefined) return known;
  done.value = [...done.value.slice(1 - maxEdits), edit];
  return edit;
}

/** Runs an action and reports its failure. Reads the member if a write had no response. */
async function reporting(key: string, path: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
    noteEdit();
  } catch (error) {
    const what = `${entryOf(key)?.name ?? key} › ${path}`;
    reportFailure(what, error);
    if (error instanceof RemoteError && error.code === 'forbidden') noteRefusal({ key, path });
    void resolveUnknown(key, path, what, error);
  }
}
