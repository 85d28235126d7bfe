import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Json } from '../../client/index.js';
import { valueAt } from '../../client/tree.js';
import { truncate } from '../ui/truncate.js';
import { remoteHost } from './session.js';

/** An object that the panel shows. */
interface Shown {
  readonly value: Signal<Json | undefined>;
  viewers: number;
  end: () => void;
}

const shown = new Map<string, Shown>();
/** Milliseconds that an object stays subscribed after it was hidden, since users often return to it. */
const lingerMs = 400;

const pending = new Map<Signal<Json | undefined>, Json | undefined>();

/** Sets a value in the next frame, together with all others that arrive before it. */
function atFrame(value: Signal<Json | undefined>, next: Json | undefined): void {
  if (pending.size === 0) nextFrame(drawNow);
  pending.set(value, next);
}

/** Draws everything that has arrived now, so that a field shows an own change when it loses the focus. */
export function drawNow(): void {
  const all = [...pending];
  pending.clear();
  batch(() => {
    for (const [each, latest] of all) each.value = latest;
  });
}

/** Draws in the next frame. Hidden pages get no frames but must stay up to date. */
function nextFrame(draw: () => void): void {
  if (document.hidden) setTimeout(draw, 250);
  else requestAnimationFrame(draw);
}

function hold(key: string): Shown {
  let held = shown.get(key);
  if (held === undefined) {
    const value = signal<Json | undefined>(undefined);
    let isFirst = true;
    const end = remoteHost.value?.object(key).subscribe('', (next) => {
      if (isFirst) value.value = next;
      else atFrame(value, next);
      isFirst = false;
    });
    held = { value, viewers: 0, end: end ?? (() => {}) };
    shown.set(key, held);
  }
  held.viewers++;
  return held;
}

function release(key: string, held: Shown): void {
  held.viewers--;
  setTimeout(() => {
    if (held.viewers > 0 || shown.get(key) !== held) return;
    shown.delete(key);
    held.end();
  }, lingerMs);
}

/** Returns the current value of an object while the component is shown; undefined while it is unknown or missing. */
export function useObject(key: string): ReadonlySignal<Json | undefined> {
  const held = useMemo(() => hold(key), [key, remoteHost.value]);
  useEffect(() => () => release(key, held), [key, held]);
  return held.value;
}

/** Returns the value at a path of an object (`lens/0/focal`). */
export const at = (tree: Json | undefined, path: string) => valueAt(tree, path === '' ? [] : path.split('/'));

/** Serializes a value with integers beyond 2^53 as strings; undefined if it is not JSON. */
export const textOf = (value: unknown, indent?: number): string | undefined =>
  JSON.stringify(value, (_name, each) => (typeof each === 'bigint' ? String(each) : each), indent);

/** Returns a value as a short text. */
export function brief(value: unknown): string {
  return truncate(typeof value === 'string' ? value : (textOf(value) ?? ''), 160);
}

/** Returns a list with one item at another index. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const all = [...list];
  all.splice(to, 0, ...all.splice(from, 1));
  return all;
}

export const isObject = (value: Json | undefined): value is { readonly [member: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isArray = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
