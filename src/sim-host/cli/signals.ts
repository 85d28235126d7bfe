import { readFileSync } from 'node:fs';

const numbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;
type EndingSignal = keyof typeof numbers;

/** The signals that ask the process to end. */
export interface EndingSignals {
  /** Resolves with the exit code when a signal ends the process: 0, or that of a Ctrl+C that did not wait for an answer. */
  readonly ended: Promise<number>;
  /** From now on a SIGINT asks instead of ending; one that comes while `isAsking` ends all the same. */
  onInterrupt(ask: () => void, isAsking: () => boolean): void;
  /** A Ctrl+C that was read as a key. */
  interrupt(): void;
}

/**
 * Listens for signals: Ctrl+C, the end that a service manager or a container asks for, and a terminal that was closed. All
 * end the process in order. One more while it ends kills it, with the exit code of shells: 128 and the signal's number.
 */
export function endingSignals(): EndingSignals {
  let ask: (() => void) | undefined;
  let isAsking = () => false;
  let isEnding = false;
  let end: (code: number) => void;
  const ended = new Promise<number>((resolve) => {
    end = resolve;
  });
  const take = (signal: EndingSignal) => {
    const code = 128 + numbers[signal];
    if (isEnding) process.exit(code);
    const isQuestion = signal === 'SIGINT' && ask !== undefined;
    if (isQuestion && !isAsking()) return ask!();
    isEnding = true;
    end(isQuestion ? code : 0);
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
    onInterrupt(asking, isUp) {
      ask = asking;
      isAsking = isUp;
    },
    interrupt: () => take('SIGINT'),
  };
}

/** True if the parent asks for an end when it closes standard input, also by being killed; children do not inherit it. */
function endsWithInput(): boolean {
  const { SIM_HOST_ENDS_WITH_INPUT: isAsked } = process.env;
  delete process.env.SIM_HOST_ENDS_WITH_INPUT;
  return isAsked !== undefined;
}

/** `nohup` ignores SIGHUP for the process; to listen would undo that. Where the system does not tell, nohup leaves no terminal. */
function isHangUpIgnored(): boolean {
  const { stdin, stdout, stderr } = process;
  try {
    const ignored = /^SigIgn:\s*([\da-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]!;
    return (BigInt(`0x${ignored}`) & 1n) === 1n;
  } catch {
    return process.platform !== 'win32' && !stdin.isTTY && !stdout.isTTY && !stderr.isTTY;
  }
}
