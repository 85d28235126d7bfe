import { setTimeout as pause } from 'node:timers/promises';
import { answered, openRawClient } from '../../../features/support/raw-client.js';
import type { AbuseCase } from './abuse-case.js';

/** Time limit for a missing answer, longer than a busy machine needs. */
const limitMs = 60_000;
/** The pause of a slow reader after each chunk. */
const slowPauseMs = 20;
/** Time that a client which never reads stays. */
const unreadMs = 1000;

/** What a client has received. */
export interface Received {
  readonly text: string;
  /** True if the host has closed the connection. */
  readonly isClosed: boolean;
}

/**
 * Sends a case on its own connection and waits for the answers.
 * @param patienceMs shorter limit for cases known to be unanswered
 * @throws Error without a connection
 */
export async function send(url: string, abuse: AbuseCase, patienceMs = limitMs): Promise<Received> {
  const { pieces, manner, expects, requests } = abuse;
  const client = await openRawClient(url);
  const { socket } = client;
  if (manner === 'never reads') socket.pause();
  if (manner === 'reads slowly')
    socket.on('data', () => {
      socket.pause();
      setTimeout(() => socket.resume(), slowPauseMs);
    });
  for (const piece of pieces) {
    if (typeof piece === 'number') await pause(piece);
    else socket.write(piece);
  }
  if (manner === 'half-closes') socket.end();
  if (expects === 'nothing') await pause(manner === 'never reads' ? unreadMs : 0);
  else await Promise.race([answered(client, requests), pause(patienceMs, undefined, { ref: false })]);
  const { text, isClosed } = client;
  client.reset();
  return { text, isClosed };
}
