import { connect } from 'node:net';
import type { AbuseCase, Outcome } from './abuse-case.js';
import { readAnswers } from './raw-answers.js';

/** Time limit for a missing answer, longer than a busy machine needs. */
const limitMs = 60_000;
/** Bytes that a slow reader reads at once, and the interval. */
const slowBytes = 16 * 1024;
const slowPauseMs = 20;
/** Time that a client which never reads stays. */
const unreadMs = 1000;

/**
 * Sends a case on its own connection and waits for the required result.
 * @param patienceMs shorter limit for cases known to be unanswered
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
      // Only the end of a large answer is searched, so that reading is cheap.
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
    // A reset connection has ended; a refused one means that the host is missing.
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
