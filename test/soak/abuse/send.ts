import { connect } from 'node:net';
import type { AbuseCase, Outcome } from './abuse-case.js';
import { readAnswers } from './raw-answers.js';

/** That of one that is never answered, and not of one that a busy machine answers late. */
const limitMs = 60_000;
/** What a slow reader takes at once, and how often. */
const slowBytes = 16 * 1024;
const slowPauseMs = 20;
/** How long one that never reads waits before it goes. */
const unreadMs = 1000;

/**
 * Sends a case on a connection of its own and waits for what must come of it.
 * @param patienceMs less than usual, for what is known not to be answered
 */
export function send(port: number, abuse: AbuseCase, patienceMs = limitMs): Promise<Outcome> {
  const { pieces, manner, expects, methods } = abuse;
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const timers: NodeJS.Timeout[] = [];
    let size = 0;
    let isDone = false;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const finish = (isClosed: boolean, error?: string) => {
      if (isDone) return;
      isDone = true;
      for (const timer of timers) clearTimeout(timer);
      const read = readAnswers(Buffer.concat(chunks), methods, isClosed);
      if (manner === 'resets' || manner === 'never reads') socket.resetAndDestroy();
      else socket.destroy();
      resolve({ ...read, isClosed, ms: performance.now() - startedAt, error });
    };
    const later = (ms: number, what: () => void) => timers.push(setTimeout(what, ms));
    const look = () => {
      // Of long answers the end alone is looked for, so that reading costs no more than its bytes.
      if (size > 1_000_000 && !isWhole(chunks.at(-1)!)) return;
      const { answers, isEndless } = readAnswers(Buffer.concat(chunks), methods, false);
      if (isEndless || answers.length >= methods.length) finish(false);
    };
    const write = (index: number): void => {
      if (isDone) return;
      const piece = pieces[index];
      if (piece === undefined) return sent();
      if (typeof piece === 'number') later(piece, () => write(index + 1));
      else socket.write(piece, () => write(index + 1));
    };
    const sent = () => {
      if (manner === 'half-closes') socket.end();
      if (manner === 'never reads') later(unreadMs, () => finish(false));
      else if (expects === 'nothing') later(manner === 'resets' ? 0 : 200, () => finish(false));
    };
    socket.once('connect', () => {
      if (manner === 'never reads') socket.pause();
      write(0);
    });
    if (manner !== 'never reads') {
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (manner === 'reads slowly' && chunk.length >= slowBytes) {
          socket.pause();
          later(slowPauseMs, () => socket.resume());
        }
        if (expects !== 'nothing') look();
      });
    }
    // A connection that is reset has ended; a refused one says that there is no host.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      finish(true, error.code === 'ECONNREFUSED' ? error.code : undefined),
    );
    socket.on('end', () => finish(true));
    socket.on('close', () => finish(true));
    later(patienceMs, () => finish(false));
  });
}

function isWhole(last: Buffer): boolean {
  return last.length < 65_536 || last.at(-1) === 0x7d;
}
