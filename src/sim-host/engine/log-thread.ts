import { Worker } from 'node:worker_threads';
import type { LogLevel } from '../../service/host.js';
import type { EngineLog } from './log.js';

export interface ThreadLogRequest {
  /** Name of the thread. */
  readonly thread: string;
  readonly level: LogLevel;
  readonly message: string;
  /** How many times it is logged. */
  readonly count: number;
}

/**
 * Inline, so that it needs no file beside it and no loader of the main thread. It tells when to log and not what: a long message
 * would be there as often as it is logged.
 */
const workerSource = `
const { parentPort, workerData } = require('node:worker_threads');
for (let i = 0; i < workerData; i++) parentPort.postMessage(null);
`;

/**
 * Logs from a worker thread of its own, as a plug-in of the engine would. The entries reach the log whenever the
 * thread delivers them, in or between frames: whoever listens marshals itself (EVT-6). Resolves when all are logged.
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
