/**
 * Runs hosts in a process that stays: `fork`ed by a suite that needs hundreds of them, and would spend most of its time on
 * starting processes. A message is one of `Request`; each is answered by one of `Answer`.
 */
import { Command } from 'commander';
import { exceptionText } from '../../service/exception-text.js';
import { type RunningSimHost, startSimHost } from '../sim-host.js';
import { addRunOptions, type RunOptions } from './options.js';

/** Starts a host with the options of the command, or stops the one that was started under a number. */
export type Request =
  | { readonly id: number; readonly start: readonly string[] }
  | { readonly id: number; readonly stop: true };

/** Where the host listens; with `error`, why it does not, or what stopping it threw. */
export interface Answer {
  readonly id: number;
  readonly url?: string;
  readonly control?: string | undefined;
  readonly controlToken?: string | undefined;
  readonly error?: string;
}

const hosts = new Map<number, RunningSimHost>();

async function start(id: number, words: readonly string[]): Promise<Answer> {
  const options = addRunOptions(new Command('sim-host').exitOverride())
    .action(() => {})
    .parse(words, { from: 'user' })
    .opts<RunOptions>();
  // As for a scene that is reloaded: no host sees what the modules of one before it have left behind.
  const host = await startSimHost({ ...options, watch: true });
  hosts.set(id, host);
  void host.quitting.then(() => stop(id));
  return { id, url: host.url, control: host.controlUrl, controlToken: host.controlToken };
}

async function stop(id: number): Promise<Answer> {
  const host = hosts.get(id);
  hosts.delete(id);
  await host?.stop();
  return { id };
}

function survive(error: unknown): void {
  // Whose it is nobody knows: as in a process of its own it is logged.
  for (const { engine } of hosts.values()) engine.log.exception(error);
}

process.on('uncaughtException', survive);
process.on('unhandledRejection', survive);
process.on('disconnect', () => process.exit());
process.on('message', (request: Request) => {
  const { id } = request;
  const answer = 'start' in request ? start(id, request.start) : stop(id);
  answer.then(
    (each) => process.send?.(each),
    (error: unknown) => process.send?.({ id, error: exceptionText(error) } satisfies Answer),
  );
});
