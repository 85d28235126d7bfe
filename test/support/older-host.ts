import { Relay } from './relay.js';

const notFound = (message: string) => ({ status: 404, body: JSON.stringify({ error: message }) });

/**
 * A host like the Unity package 0.20 in front of a newer one: no source keys, no batches, and no events about
 * added or removed objects or kinds.
 */
export function olderHost(url: string): Relay {
  const relay = new Relay(url);
  relay.resumes = false;
  relay.event = ({ resume: _resume, cursor: _cursor, ...data }) =>
    data.type === 'exposed_objects_changed' ? undefined : data;
  relay.answer = async (request, ask) => {
    const [, id] = /^\/exposed\/(?:object|function)\/([^/?]+)/.exec(request.path) ?? [];
    if (id !== undefined && !/^\d+$|^StudioManager$/.test(id)) return notFound(`Object not found: ${id}`);
    if (request.path === '/exposed/batch') return notFound('Not found');
    const { status, body } = await ask();
    const later = '"(?:@source|kind|valueKind|elementType)":"[^"]*"';
    return { status, body: body.replaceAll(new RegExp(`,${later}|${later},?`, 'g'), '') };
  };
  return relay;
}
