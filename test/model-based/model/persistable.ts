import { isWritable, type MemberSpec } from '../table/spec.js';

/** Fields are saved unless they say otherwise, properties when they say so; what cannot be written never is. */
export function isPersistable(member: MemberSpec): boolean {
  const isField = member.how === 'accessor' || member.how === 'field';
  return isWritable(member) && (member.persist ?? isField);
}
