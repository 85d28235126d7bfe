import type { StreamEvent } from './stream-event.js';

/** Adds source keys to an event (wire.md section 4); unchanged if its objects have none. */
export function withSourceKeys(event: StreamEvent): StreamEvent {
  const [id, key] = event.addresses ?? [];
  if (event.kind === 'exposed_objects_changed') return withTable(event);
  if (event.kind !== 'exposed_object_updated' || id === undefined || key === '') return event;
  // In JSON strings quotes are escaped, so a value cannot match.
  const member = `"id":${JSON.stringify(id)},"path":`;
  const at = event.text.lastIndexOf(member);
  return at === -1
    ? event
    : insertMembers(event, at + member.indexOf(',') + 1, `"source":${JSON.stringify(key)},`);
}

/** Adds a table of keys by id, only for the ids in the event. */
function withTable(event: StreamEvent): StreamEvent {
  const { text, addresses = [] } = event;
  const end = text.lastIndexOf('"type":');
  const mentioned = new Set(Array.from(text.matchAll(/"(-?\d+)"/g), ([, id]) => id));
  const keys: Record<string, string> = {};
  for (let i = 0; i < addresses.length; i += 2) {
    const [id, key] = [addresses[i]!, addresses[i + 1]!];
    if (key !== '' && mentioned.has(id)) keys[id] = key;
  }
  return insertMembers(event, end, `"sources":${JSON.stringify(keys)},`);
}

function insertMembers(event: StreamEvent, at: number, members: string): StreamEvent {
  return { ...event, text: event.text.slice(0, at) + members + event.text.slice(at) };
}
