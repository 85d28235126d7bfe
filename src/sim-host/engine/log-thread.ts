import { Worker } from 'node:worker_threads';
import type { LogLevel } from '../../service/host.js';
import type { EngineLog } from './log.js';

export interface ThreadLogRequest {
  /** Name of the thread. */
  readonly thread: string;
  readonly level: LogLevel;
  readonly message: string;
  /** Number of entries with this message. */
  readonly count: number;
}

/**
 * Source of the worker, inline so that it needs no file. It sends no text, because a long message would be copied for
 * each entry.
 */
const workerSource = `
const { parentPort, workerData } = require('node:worker_threads');
for (let i = 0; i < workerData; i++) parentPort.postMessage(null);
`;

/**
 * Logs from a worker thread, like a plug-in of the engine. Entries arrive at any time, in or between frames, so
 * listeners must marshal them (EVT-6). Resolves when all are logged.
 */
export function logFromThread(
  log: EngineLog,
  { thread, level, message, count }: ThreadLogRequest,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerSource, { eval: true, execArgv: [], name: thread, workerData: count });
    worker.on('message', () => log.write(level, message, thread));
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
}
