import { RemoteError } from './errors.js';
import type { Json } from './json.js';

type Members = { readonly [member: string]: Json | undefined };

/** Returns the error for an invalid response or event: the host is older, faulty, or not a host. */
export function unexpectedResponse(message: string, cause?: unknown): RemoteError {
  return new RemoteError('host-failed', 200, message, { cause });
}

/** Returns a response as an object with certain string members. @throws RemoteError */
export function expectObject<T>(answer: Json, what: string, texts: readonly string[] = []): T {
  if (isObjectWith(answer, texts)) return answer as T;
  throw unexpectedResponse(`The host sent an invalid ${what}`);
}

/** Returns the list under a name of a response, each item an object with certain string members. @throws RemoteError */
export function expectList<T>(answer: Json, name: string, texts: readonly string[]): readonly T[] {
  const list = isObjectWith(answer, []) ? answer[name] : undefined;
  if (Array.isArray(list) && list.every((each) => isObjectWith(each, texts)))
    return list as unknown as readonly T[];
  throw unexpectedResponse(`The host sent an invalid list of ${name}`);
}

/** Required string members of the events that `RemoteHost` reads; other events are not checked. */
const eventMembers: Readonly<Record<string, readonly string[]>> = {
  exposed_object_updated: ['id', 'path'],
  system_notification: ['notificationType', 'message'],
  confirm_request: ['id', 'message'],
  confirm_dismiss: ['id'],
};

/** True if an event has the form of its kind. */
export function isEvent(event: Json | undefined): boolean {
  if (!isObjectWith(event, ['type'])) return false;
  const type = event.type as string;
  if (type === 'exposed_objects_changed') return isStringArray(event.added) && isStringArray(event.removed);
  return !Object.hasOwn(eventMembers, type) || isObjectWith(event, eventMembers[type]!);
}

function isStringArray(list: Json | undefined): boolean {
  return Array.isArray(list) && list.every((each) => typeof each === 'string');
}

function isObjectWith(value: Json | undefined, texts: readonly string[]): value is Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return texts.every((name) => Object.hasOwn(value, name) && typeof (value as Members)[name] === 'string');
}
