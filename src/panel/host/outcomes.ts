import { type Json, RemoteError } from '../../client/index.js';
import { gesture } from './gesture.js';
import { memberSet } from './member-set.js';
import { toast } from './notices.js';
import { remoteHost } from './session.js';
import { brief } from './values.js';

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** True if there was no response, so that the host may have carried out the request. */
const isUnanswered = (error: unknown) =>
  error instanceof RemoteError &&
  (error.status === 0 || error.status === 504) &&
  error.code !== 'bad-request';

/** Returns the text of an exception at the host, without the object and path that the client adds. */
function exceptionIn(error: unknown): string | undefined {
  if (!(error instanceof RemoteError) || error.status !== 500) return undefined;
  return error.message.replace(/^Internal error: /, '').replace(/ \(\S+\)$/, '');
}

/** Reports that something failed, or may have failed; once per gesture. */
export function reportFailure(what: string, error: unknown): void {
  const isOpen = isUnanswered(error);
  toast({
    kind: isOpen ? 'warning' : 'error',
    title: `${isOpen ? 'Not known' : 'Not done'}: ${what}`,
    message: isOpen ? `The host may have done it. ${reasonOf(error)}` : reasonOf(error),
    gesture: gesture(),
    exception: exceptionIn(error),
  });
}

/** Members that were written without a response, until a read shows their value. */
const unknown = memberSet();
export const isUnknown = unknown.has;

const retryMs = 1000;

/** After a write without a response, reads the member until there is one. */
export async function resolveUnknown(key: string, path: string, what: string, error: unknown): Promise<void> {
  const member = { key, path };
  if (!isUnanswered(error) || unknown.has(member)) return;
  const host = remoteHost.value;
  unknown.put(member, true);
  while (remoteHost.value === host) {
    try {
      const value = (await host!.object(key).get(path)) as Json;
      toast({ kind: 'info', title: `${what}: the host has ${brief(value)}` });
      break;
    } catch (reason) {
      if (!isUnanswered(reason)) break;
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
  unknown.put(member, false);
}
