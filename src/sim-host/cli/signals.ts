const endingSignals = { SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Resolves with the first signal that asks the process to end. A second one ends it at once, with the exit code that
 * shells give: 128 and the signal's number.
 */
export function endingSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isEnding = false;
    for (const [signal, number] of Object.entries(endingSignals)) {
      process.on(signal, () => {
        if (isEnding) process.exit(128 + number);
        isEnding = true;
        resolve(signal as NodeJS.Signals);
      });
    }
  });
}
