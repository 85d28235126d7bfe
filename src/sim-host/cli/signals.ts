import { readFileSync } from 'node:fs';

const numbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;
type EndingSignal = keyof typeof numbers;

/** Signals that end the process. */
export interface EndingSignals {
  /** Resolves with the exit code when a signal ends the process: 0, or that of a Ctrl+C during a question. */
  readonly ended: Promise<number>;
  /** Makes SIGINT call `handle`; it ends the process only if that returns false. */
  onInterrupt(handle: () => boolean): void;
  /** Handles a Ctrl+C that was read as a key. */
  interrupt(): void;
}

/**
 * Listens for SIGINT, SIGTERM and SIGHUP, which end the process in an orderly way. A second signal kills it with the
 * exit code of shells: 128 plus the number of the signal.
 */
export function endingSignals(): EndingSignals {
  let handle: (() => boolean) | undefined;
  let isEnding = false;
  let end: (code: number) => void;
  const ended = new Promise<number>((resolve) => {
    end = resolve;
  });
  const take = (signal: EndingSignal) => {
    const code = 128 + numbers[signal];
    if (isEnding) process.exit(code);
    const isHandled = signal === 'SIGINT' && handle !== undefined;
    if (isHandled && handle!()) return;
    isEnding = true;
    end(isHandled ? code : 0);
  };
  for (const signal of Object.keys(numbers) as EndingSignal[]) {
    if (signal === 'SIGHUP' && isHangUpIgnored()) continue;
    process.on(signal, () => take(signal));
  }
  if (endsWithInput())
    process.stdin
      .resume()
      .unref()
      .once('end', () => take('SIGTERM'));
  return {
    ended,
    onInterrupt(handler) {
      handle = handler;
    },
    interrupt: () => take('SIGINT'),
  };
}

/**
 * True if closing standard input ends the process, also when the parent is killed; child processes do not inherit
 * this.
 */
function endsWithInput(): boolean {
  const { SIM_HOST_ENDS_WITH_INPUT: isAsked } = process.env;
  delete process.env.SIM_HOST_ENDS_WITH_INPUT;
  return isAsked !== undefined;
}

/**
 * True if SIGHUP is ignored, as by `nohup`; listening would undo that. If the system does not report it, a missing
 * terminal counts as nohup.
 */
function isHangUpIgnored(): boolean {
  const { stdin, stdout, stderr } = process;
  try {
    const ignored = /^SigIgn:\s*([\da-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]!;
    return (BigInt(`0x${ignored}`) & 1n) === 1n;
  } catch {
    return process.platform !== 'win32' && !stdin.isTTY && !stdout.isTTY && !stderr.isTTY;
  }
}
