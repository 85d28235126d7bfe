import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { platform } from '../../common/platform.js';
import { codeOf } from './codes.js';

/** Age in milliseconds up to which a file may belong to a write in progress on another machine. */
const staleAfterMs = 10 * 60_000;

/** Identifies the machine or container, within which process ids are unique. */
const machineId = createHash('sha256').update(`${hostname()}\n${processSpace()}`).digest('hex').slice(0, 8);

const pattern = /^\.sim-host-([0-9a-f]{8})-(\d+)-([0-9a-f]{6})[0-9a-f]{6}\.tmp$/;
/** The names that versions up to 0.1 used. */
const formerPattern = /^\.(.+\.json\.|sim-host-)[0-9a-f]{8}\.tmp$/;

/** Identifies this start of the process: in a container every start may have the same process id. */
const startId = randomBytes(3).toString('hex');

/** Returns a name for a temporary file that identifies its owner. */
export function temporaryName(): string {
  return `.sim-host-${machineId}-${process.pid}-${startId}${randomBytes(3).toString('hex')}.tmp`;
}

export function isTemporary(name: string): boolean {
  return pattern.test(name) || formerPattern.test(name);
}

/**
 * True if a temporary file was left by a killed process. A file of another process that is alive, or may be on
 * another machine, is stale ten minutes after the last write.
 * @param changedMs wall-clock milliseconds of the last write
 */
export function isStale(
  name: string,
  changedMs: number,
  now = platform.wallNow(),
  isAlive = isProcessAlive,
): boolean {
  const [, owner, pid, fileStartId] = pattern.exec(name) ?? [];
  const isSameProcessId = owner === machineId && Number(pid) === process.pid;
  if (isSameProcessId) return fileStartId !== startId;
  if (now - changedMs > staleAfterMs) return true;
  return owner === machineId && !isAlive(Number(pid));
}

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
