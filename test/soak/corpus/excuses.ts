import type { AbuseCase } from '../abuse/abuse-case.js';
import type { Engine } from '../host/host.js';

/** For so long what is no HTTP is waited for where nothing may come of it, in milliseconds. */
const silenceMs = 3000;
/** Of a head that comes in pieces uWebSockets.js keeps so many bytes. */
const headInPieces = 4096;

/** How long an answer is waited for; undefined: as long as for any. */
export function patience(engine: Engine, { expects }: AbuseCase): number | undefined {
  return engine === 'uws' && expects === 'answer-or-close' ? silenceMs : undefined;
}

/** Why it stays that this case is not answered on this engine; undefined when it must be. */
export function excuse(engine: Engine, abuse: AbuseCase, what: string): string | undefined {
  const { manner, methods, expects } = abuse;
  if (engine !== 'uws') return undefined;
  const isClosed = what.startsWith('closed after');
  if (isClosed && methods.length > 1)
    return 'uWebSockets.js closes a connection on which a request is pipelined behind one that is still being answered';
  if (isClosed && manner === 'half-closes')
    return 'uWebSockets.js closes a connection whose client has half-closed it';
  if (isClosed && hasLongHeadInPieces(abuse))
    return 'uWebSockets.js closes a connection whose head is longer than 4,096 bytes and comes in pieces';
  if (expects === 'answer-or-close' && what.startsWith('0 of'))
    return 'uWebSockets.js says nothing on a connection that has sent what is no HTTP, until it closes it';
  return undefined;
}

/** True when the first piece ends within a head that is longer than what is kept of one. */
function hasLongHeadInPieces({ pieces }: AbuseCase): boolean {
  const sent = pieces.filter((piece) => typeof piece !== 'number').map((piece) => Buffer.from(piece));
  const end = Buffer.concat(sent).indexOf('\r\n\r\n');
  const length = end === -1 ? Number.POSITIVE_INFINITY : end + 4;
  return length > headInPieces && (sent[0]?.length ?? 0) < length;
}
