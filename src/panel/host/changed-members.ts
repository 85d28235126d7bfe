import { useEffect } from 'preact/hooks';
import { urlSegment } from '../ui/truncate.js';
import { gather } from './gather.js';
import { memberSet } from './member-set.js';
import { entryOf } from './scene.js';
import { connection, readTogether, remoteHost } from './session.js';
import type { TypeDescriptor } from './types.js';

/** Members that differ from their captured defaults, as far as it is known. */
const changed = memberSet();
export const isChanged = changed.has;

/** Milliseconds for which changes inside of members are collected before the host is asked. */
const gatherMs = 300;
/** Maximum number of members to ask about: a window cannot show more marks, and hosts limit batches. */
const maxAsked = 1000;

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
          if (!isOver) for (const [path, is] of answers) changed.put({ key, path }, is);
        },
        () => {},
      );
    });
    askFor(...names);
    const end = host.onEvent(
      ({ id, path, changed: is }) => {
        if (entryOf(key)?.id !== id || path === '') return;
        const [name = '', ...rest] = path.split('/');
        const member = { key, path: name };
        if (is || rest.length === 0) changed.put(member, is);
        else if (changed.has(member)) askFor(name);
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

/** @throws RemoteError from hosts without batches, whose members are marked by events only */
async function readChanges(key: string, names: readonly string[]): Promise<Map<string, boolean>> {
  const paths = names.map((name) => `/exposed/object/${urlSegment(key)}/${urlSegment(name)}`);
  const reads = await readTogether<{ readonly changed?: boolean }>(paths);
  return new Map(names.map((name, i) => [name, reads[i]?.body?.changed === true]));
}
