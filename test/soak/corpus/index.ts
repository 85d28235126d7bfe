import type { AbuseCase } from '../abuse/abuse-case.js';
import { access } from './access.js';
import { files } from './files.js';
import { framing } from './framing.js';

/** Fixed cases: every request that once caused an error. */
export function corpus(): readonly AbuseCase[] {
  return [...framing(), ...access(), ...files()];
}
