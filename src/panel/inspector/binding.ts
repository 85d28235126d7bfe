import { computed, type ReadonlySignal, type Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Json } from '../../client/index.js';
import { write } from '../host/edits.js';
import { keyedPath } from '../host/keyed-path.js';
import { at, isArray, isObject } from '../host/values.js';

/** A value that a control shows and sets: a member of an object, or an argument of a call. */
export interface Binding {
  readonly value: ReadonlySignal<Json | undefined>;
  /** The member on the host; undefined for arguments. */
  readonly member: { readonly key: string; readonly path: string } | undefined;
  set(value: Json): void;
  at(step: string): Binding;
}

/** Adds `at`, which always returns the same binding for a member or element. */
function withParts(own: Omit<Binding, 'at'>, part: (step: string) => Binding): Binding {
  const parts = new Map<string, Binding>();
  return {
    ...own,
    at(step) {
      let binding = parts.get(step);
      if (binding === undefined) {
        binding = part(step);
        parts.set(step, binding);
      }
      return binding;
    },
  };
}

/** Binds a member of an object, or with the path `""` the object itself. */
function remote(key: string, path: string, root: ReadonlySignal<Json | undefined>): Binding {
  const value = path === '' ? root : computed(() => at(root.value, path));
  // The index may belong to another element by the time the host reads the write.
  const set = (next: Json) => void write(key, keyedPath(root.peek(), path), next);
  return withParts({ value, member: { key, path }, set }, (step) =>
    remote(key, path === '' ? step : `${path}/${step}`, root),
  );
}

/** Binds a value that only the panel has. */
export function local(value: Signal<Json | undefined>): Binding {
  return localPart(value, (next) => {
    value.value = next;
  });
}

function localPart(value: ReadonlySignal<Json | undefined>, set: (value: Json) => void): Binding {
  return withParts({ value, member: undefined, set }, (step) =>
    localPart(
      computed(() => at(value.value, step)),
      (next) => {
        const whole = value.peek();
        if (isArray(whole)) set(whole.map((each, i) => (String(i) === step ? next : each)));
        else set({ ...(isObject(whole) ? whole : {}), [step]: next });
      },
    ),
  );
}

export function useRemote(key: string, root: ReadonlySignal<Json | undefined>): Binding {
  return useMemo(() => remote(key, '', root), [key, root]);
}
