import type { Engine } from '../host.js';
import type { AbuseCase } from './abuse-case.js';

/** Milliseconds to wait for an answer to invalid HTTP that may have none. */
const silenceMs = 3000;
/** Maximum bytes of a partial head that uWebSockets.js keeps. */
const headInPieces = 4096;

/** Time limit of an answer; undefined for the default. */
export function patience(engine: Engine, { expects }: AbuseCase): number | undefined {
  return engine === 'uws' && expects === 'answer-or-close' ? silenceMs : undefined;
}

/** The reason why this engine leaves the case unanswered; undefined if it must answer. */
export function excuse(engine: Engine, abuse: AbuseCase, what: string): string | undefined {
  const { manner, requests, expects } = abuse;
  if (engine !== 'uws') return undefined;
  const isClosed = what.startsWith('closed after');
  if (isClosed && requests > 1)
    return 'uWebSockets.js closes a connection on which a request is pipelined behind one that is still being answered';
  if (isClosed && manner === 'half-closes')
    return 'uWebSockets.js closes a connection whose client has half-closed it';
  if (isClosed && hasLongHeadInPieces(abuse))
    return 'uWebSockets.js closes a connection whose head is longer than 4,096 bytes and comes in pieces';
  if (expects === 'answer-or-close' && what.startsWith('0 of'))
    return 'uWebSockets.js says nothing on a connection that has sent invalid HTTP, until it closes it';
  return undefined;
}

/** True if the first piece ends inside a head that is longer than the limit. */
function hasLongHeadInPieces({ pieces }: AbuseCase): boolean {
  const sent = pieces.filter((piece) => typeof piece !== 'number').map((piece) => Buffer.from(piece));
  const end = Buffer.concat(sent).indexOf('\r\n\r\n');
  const length = end === -1 ? Number.POSITIVE_INFINITY : end + 4;
  return length > headInPieces && (sent[0]?.length ?? 0) < length;
}
