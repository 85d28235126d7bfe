const numbers = { SIGINT: 2, SIGTERM: 15 } as const;

/** The signals that ask the process to end. */
export interface EndingSignals {
  /** Resolves with the first signal that ends the process. */
  readonly ended: Promise<NodeJS.Signals>;
  /** From now on a SIGINT asks instead of ending, unless `isAsking` already. */
  onInterrupt(ask: () => void, isAsking: () => boolean): void;
}

/** Listens for signals. A second one ends the process at once, with the exit code of shells: 128 and its number. */
export function endingSignals(): EndingSignals {
  let ask: (() => void) | undefined;
  let isAsking = () => false;
  let isSecond = false;
  const ended = new Promise<NodeJS.Signals>((resolve) => {
    for (const [signal, number] of Object.entries(numbers)) {
      process.on(signal, () => {
        if (isSecond || isAsking()) process.exit(128 + number);
        if (signal === 'SIGINT' && ask !== undefined) return ask();
        isSecond = true;
        resolve(signal as NodeJS.Signals);
      });
    }
  });
  return {
    ended,
    onInterrupt(asking, isUp) {
      ask = asking;
      isAsking = isUp;
    },
  };
}
