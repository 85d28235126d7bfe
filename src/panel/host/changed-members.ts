import { type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { urlSegment } from '../ui/truncate.js';
import { entryOf } from './scene.js';
import { ask, connection, remoteHost } from './session.js';
import type { TypeDescriptor } from './types.js';

/** Of objects that are looked at: the members that differ from their captured defaults. */
const changed = new Map<string, Signal<ReadonlySet<string>>>();
/** A change inside a member is asked about once for all that come within so many milliseconds. */
const gatherMs = 300;
/** Of more members nobody sees the marks at once, and hosts take no batch of any length. */
const mostAsked = 1000;

function changedOf(key: string): Signal<ReadonlySet<string>> {
  let found = changed.get(key);
  if (found === undefined) {
    found = signal(new Set());
    changed.set(key, found);
  }
  return found;
}

/** Whether a member differs from the default that it began with, as far as the host has said so. */
export const isChanged = ({ key, path }: { readonly key: string; readonly path: string }) =>
  changedOf(key).value.has(path);

/** Keeps that up to date for an object, as long as the component is there. */
export function useChanges(key: string, type: TypeDescriptor | undefined): void {
  const host = remoteHost.value;
  const isLive = connection.value === 'live';
  useEffect(() => {
    if (host === undefined || type === undefined || !isLive) return;
    const names = type.properties
      .filter(({ isReadOnly }) => !isReadOnly)
      .slice(0, mostAsked)
      .map(({ name }) => name);
    const openDialog = new Set(names);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        const now = [...openDialog];
        openDialog.clear();
        readChanges(key, now).then(
          (answers) => {
            if (!isOver) for (const [name, is] of answers) mark(key, name, is);
          },
          () => {},
        );
      }, gatherMs);
    };
    later();
    const end = host.onEvent(
      ({ id, path, changed: is }) => {
        if (entryOf(key)?.id !== id || path === '') return;
        const [name, ...rest] = path.split('/');
        if (is || rest.length === 0) mark(key, name!, is);
        else if (changedOf(key).peek().has(name!)) {
          openDialog.add(name!);
          later();
        }
      },
      ['exposed_object_updated'],
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
      end();
    };
  }, [key, type, host, isLive]);
}

function mark(key: string, name: string, is: boolean): void {
  const all = changedOf(key);
  if (all.peek().has(name) === is) return;
  const next = new Set(all.peek());
  if (is) next.add(name);
  else next.delete(name);
  all.value = next;
}

interface Answer {
  readonly status: number;
  readonly body?: { readonly changed?: boolean };
}

/** @throws RemoteError from hosts that take no batches: their members are marked by what is told of them */
async function readChanges(key: string, names: readonly string[]): Promise<Map<string, boolean>> {
  const requests = names.map((name) => ({
    method: 'GET',
    path: `/exposed/object/${urlSegment(key)}/${urlSegment(name)}`,
  }));
  const { responses } = await ask<{ responses: readonly Answer[] }>('POST', '/exposed/batch', { requests });
  return new Map(names.map((name, i) => [name, responses[i]?.body?.changed === true]));
}
