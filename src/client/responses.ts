import { RemoteError } from './errors.js';
import type { Json } from './json.js';

type Members = { readonly [member: string]: Json | undefined };

/** Of a host that answers, or tells, something else than it should: an older one, a faulty one, or no host at all. */
export function unexpectedResponse(message: string, cause?: unknown): RemoteError {
  return new RemoteError('host-failed', 200, message, { cause });
}

/** The answer as an object in which some members are texts. @throws RemoteError */
export function expectObject<T>(answer: Json, what: string, texts: readonly string[] = []): T {
  if (isObjectWith(answer, texts)) return answer as T;
  throw unexpectedResponse(`The host answered with something that is no ${what}`);
}

/** The list that an answer has under a name, each item an object in which some members are texts. @throws RemoteError */
export function expectList<T>(answer: Json, name: string, texts: readonly string[]): readonly T[] {
  const list = isObjectWith(answer, []) ? answer[name] : undefined;
  if (Array.isArray(list) && list.every((each) => isObjectWith(each, texts)))
    return list as unknown as readonly T[];
  throw unexpectedResponse(`The host answered with something that is no list of ${name}`);
}

/** Members that the events which `RemoteHost` reads must have; other events are not checked. */
const eventMembers: Readonly<Record<string, readonly string[]>> = {
  exposed_object_updated: ['id', 'path'],
  system_notification: ['notificationType', 'message'],
  confirm_request: ['id', 'message'],
  confirm_dismiss: ['id'],
};

/** Whether it is an event of the form that its kind has. */
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
