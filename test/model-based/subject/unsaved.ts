import type { MemoryEngine } from './memory-engine.js';

/** The unsaved state of `GET /api/live`: the edited members by object id. */
export interface Unsaved {
  readonly isUnsaved: boolean;
  membersOf(id: string): string[];
}

export async function readUnsaved(engine: MemoryEngine): Promise<Unsaved> {
  const { status, body } = await engine.request('GET', '/api/live');
  if (status !== 200) throw new Error(`GET /api/live is answered with ${status}: ${body}`);
  const { unsaved, objects } = JSON.parse(body) as {
    unsaved: boolean;
    objects: { id: string; properties: string[] }[];
  };
  const members = new Map(objects.map(({ id, properties }) => [id, properties.sort()]));
  return { isUnsaved: unsaved, membersOf: (id) => members.get(id) ?? [] };
}
