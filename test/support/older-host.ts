import { Relay } from './relay.js';

const notFound = (message: string) => ({ status: 404, body: JSON.stringify({ error: message }) });

/**
 * A host as Unity's package is from 0.20 on, in front of one that is newer: no source keys, no batches, no word of objects that
 * come and go, none of kinds.
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
