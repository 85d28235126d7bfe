import type { AbuseCase } from '../abuse/abuse-case.js';
import type { Engine } from '../host/host.js';

/** Why it stays that this case is not answered on this engine; undefined when it must be. */
export function excuse(engine: Engine, abuse: AbuseCase, what: string): string | undefined {
  const { manner, methods, expects } = abuse;
  if (engine !== 'uws') return undefined;
  const isClosed = what.startsWith('closed after');
  if (isClosed && methods.length > 1)
    return 'uWebSockets.js closes a connection on which a request is pipelined behind one that is still being answered';
  if (isClosed && manner === 'half-closes')
    return 'uWebSockets.js closes a connection whose client has half-closed it';
  if (expects === 'answer-or-close' && what.startsWith('0 of'))
    return 'uWebSockets.js says nothing on a connection that has sent what is no HTTP, until it closes it';
  return undefined;
}
