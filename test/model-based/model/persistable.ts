import { isWritable, type MemberSpec } from '../table/spec.js';

/** Fields are saved by default and properties on request; read-only members are never saved. */
export function isPersistable(member: MemberSpec): boolean {
  const isField = member.how === 'accessor' || member.how === 'field';
  return isWritable(member) && (member.persist ?? isField);
}
