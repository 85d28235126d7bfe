import type { StreamEvent } from './stream-event.js';

/** An event as those see it who want source keys beside ids (wire.md section 4); itself where there are none. */
export function withSourceKeys(event: StreamEvent): StreamEvent {
  const [id, key] = event.addresses ?? [];
  if (event.kind === 'exposed_objects_changed') return withTable(event);
  if (event.kind !== 'exposed_object_updated' || id === undefined || key === '') return event;
  // In strings of JSON quotes are escaped: nothing that stands in the value can be taken for the member.
  const member = `"id":${JSON.stringify(id)},"path":`;
  const at = event.text.lastIndexOf(member);
  return at === -1
    ? event
    : inserted(event, at + member.indexOf(',') + 1, `"source":${JSON.stringify(key)},`);
}

/** Several ids have a table of their keys, with those alone that the event tells of. */
function withTable(event: StreamEvent): StreamEvent {
  const { text, addresses = [] } = event;
  const end = text.lastIndexOf('"type":');
  const told = new Set(Array.from(text.matchAll(/"(-?\d+)"/g), ([, id]) => id));
  const keys: Record<string, string> = {};
  for (let i = 0; i < addresses.length; i += 2) {
    const [id, key] = [addresses[i]!, addresses[i + 1]!];
    if (key !== '' && told.has(id)) keys[id] = key;
  }
  return inserted(event, end, `"sources":${JSON.stringify(keys)},`);
}

function inserted(event: StreamEvent, at: number, members: string): StreamEvent {
  return { ...event, text: event.text.slice(0, at) + members + event.text.slice(at) };
}
