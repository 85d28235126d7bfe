import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { platform } from '../../platform.js';
import { codeOf } from './codes.js';

/** What is written to for less than this may be a write of another machine that is under way. */
const oldestMs = 10 * 60_000;

/** Processes are known by their numbers within one machine, and within one container. */
const machine = createHash('sha256').update(`${hostname()}\n${processSpace()}`).digest('hex').slice(0, 8);

const pattern = /^\.sim-host-([0-9a-f]{8})-(\d+)-([0-9a-f]{6})[0-9a-f]{6}\.tmp$/;
/** As versions up to 0.1 have named theirs. */
const formerPattern = /^\.(.+\.json\.|sim-host-)[0-9a-f]{8}\.tmp$/;

/** Of this start: in a container each start may have the same number, and clocks are set while a file is written. */
const start = randomBytes(3).toString('hex');

/** A name for a file that is there for a moment, which says whose it is. */
export function temporaryName(): string {
  return `.sim-host-${machine}-${process.pid}-${start}${randomBytes(3).toString('hex')}.tmp`;
}

export function isTemporary(name: string): boolean {
  return pattern.test(name) || formerPattern.test(name);
}

/**
 * Whether a temporary file was left by a process that was killed. One of another process that is alive, or may be on another
 * machine, is when nobody has written to it for ten minutes.
 * @param changedMs when it was written to last, in milliseconds of the wall clock
 */
export function isStale(
  name: string,
  changedMs: number,
  now = platform.wallNow(),
  isAlive = isProcessAlive,
): boolean {
  const [, owner, pid, begun] = pattern.exec(name) ?? [];
  const isOfNumber = owner === machine && Number(pid) === process.pid;
  if (isOfNumber) return begun !== start;
  if (now - changedMs > oldestMs) return true;
  return owner === machine && !isAlive(Number(pid));
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
