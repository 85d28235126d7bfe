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

/** Binds a member of an object, or with the path `""` the object itself. */
export function remote(key: string, path: string, root: ReadonlySignal<Json | undefined>): Binding {
  const below = new Map<string, Binding>();
  return {
    value: path === '' ? root : computed(() => at(root.value, path)),
    member: { key, path },
    // The index may belong to another element by the time the host reads the write.
    set: (value) => void write(key, keyedPath(root.peek(), path), value),
    at(step) {
      let binding = below.get(step);
      if (binding === undefined) {
        binding = remote(key, path === '' ? step : `${path}/${step}`, root);
        below.set(step, binding);
      }
      return binding;
    },
  };
}

/** Binds a value that only the panel has. */
export function local(value: Signal<Json | undefined>): Binding {
  return part(value, (next) => {
    value.value = next;
  });
}

function part(value: ReadonlySignal<Json | undefined>, set: (value: Json) => void): Binding {
  const below = new Map<string, Binding>();
  return {
    value,
    member: undefined,
    set,
    at(step) {
      let binding = below.get(step);
      if (binding === undefined) {
        const inner = computed(() => at(value.value, step));
        binding = part(inner, (next) => {
          const whole = value.peek();
          if (isArray(whole)) set(whole.map((each, i) => (String(i) === step ? next : each)));
          else set({ ...(isObject(whole) ? whole : {}), [step]: next });
        });
        below.set(step, binding);
      }
      return binding;
    },
  };
}

export function useRemote(key: string, root: ReadonlySignal<Json | undefined>): Binding {
  return useMemo(() => remote(key, '', root), [key, root]);
}
