import { logLevels } from '../../engine/index.js';
import { logFromThread } from '../../engine/log-thread.js';
import { type ControlContext, command } from '../command.js';
import { anyText, integer, oneOf, optional, text } from '../command-body.js';

const maxEntries = 10_000;

/** The engine's log. */
export const logCommands = ({ engine: { log } }: ControlContext) => {
  /** Threads run one at a time, since each takes some megabytes. */
  let lastThread: Promise<unknown> = Promise.resolve();
  return [
    command(
      'log',
      {
        level: oneOf(logLevels),
        message: anyText(),
        count: optional(integer(1, maxEntries), 1),
        /** Name of a real thread to log from. */
        thread: optional(text()),
      },
      async ({ level, message, count, thread }) => {
        if (thread !== undefined) {
          const logged = lastThread.then(() => logFromThread(log, { thread, level, message, count }));
          lastThread = logged.catch(() => {});
          await logged;
        } else for (let i = 0; i < count; i++) log.write(level, message);
        return { logged: count };
      },
    ),
    command('log.tail', { since: optional(integer(0, Number.MAX_SAFE_INTEGER), 0) }, ({ since }) => ({
      entries: log.tail(since).map((entry) => ({ ...entry })),
    })),
  ] as const;
};
