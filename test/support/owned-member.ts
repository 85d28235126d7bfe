import type { MemberDefinition } from '../../src/service/classes/definition.js';

/** A member whose values the service stores. */
export const ownedMember = (name: string, type: string): MemberDefinition => ({
  name,
  type,
  kind: 'field',
  observed: true,
  get: (target) => (target as Record<string, unknown>)[name],
  set: (target, value) => {
    (target as Record<string, unknown>)[name] = value;
  },
});
