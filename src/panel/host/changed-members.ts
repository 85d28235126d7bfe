import { type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { urlSegment } from '../ui/truncate.js';
import { gather } from './gather.js';
import { entryOf } from './scene.js';
import { connection, readTogether, remoteHost } from './session.js';
import type { TypeDescriptor } from './types.js';

/** For each shown object, the members that differ from their captured defaults. */
const changed = new Map<string, Signal<ReadonlySet<string>>>();
/** Changes inside of members are gathered for this long before the host is asked, in milliseconds. */
const gatherMs = 300;
/** Maximum number of members to ask about: nobody sees more marks at once, and hosts limit batches. */
const maxAsked = 1000;

function changedOf(key: string): Signal<ReadonlySet<string>> {
  let found = changed.get(key);
  if (found === undefined) {
    found = signal(new Set());
    changed.set(key, found);
  }
  return found;
}

/** True if a member is known to differ from its captured default. */
export const isChanged = ({ key, path }: { readonly key: string; readonly path: string }) =>
  changedOf(key).value.has(path);

/** Keeps the changed members of an object up to date while the component is shown. */
export function useChanges(key: string, type: TypeDescriptor | undefined): void {
  const host = remoteHost.value;
  const isLive = connection.value === 'live';
  useEffect(() => {
    if (host === undefined || type === undefined || !isLive) return;
    const names = type.properties
      .filter(({ isReadOnly }) => !isReadOnly)
      .slice(0, maxAsked)
      .map(({ name }) => name);
    let isOver = false;
    const askFor = gather<string>(gatherMs, (now) => {
      readChanges(key, now).then(
        (answers) => {
          if (!isOver) for (const [name, is] of answers) mark(key, name, is);
        },
        () => {},
      );
    });
    askFor(...names);
    const end = host.onEvent(
      ({ id, path, changed: is }) => {
        if (entryOf(key)?.id !== id || path === '') return;
        const [name, ...rest] = path.split('/');
        if (is || rest.length === 0) mark(key, name!, is);
        else if (changedOf(key).peek().has(name!)) askFor(name!);
      },
      ['exposed_object_updated'],
    );
    return () => {
      isOver = true;
      askFor.cancel();
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

/** @throws RemoteError from hosts without batches, whose members are marked by events only */
async function readChanges(key: string, names: readonly string[]): Promise<Map<string, boolean>> {
  const paths = names.map((name) => `/exposed/object/${urlSegment(key)}/${urlSegment(name)}`);
  const reads = await readTogether<{ readonly changed?: boolean }>(paths);
  return new Map(names.map((name, i) => [name, reads[i]?.body?.changed === true]));
}
