/**
 * Runs hosts in a process that stays: `fork`ed by a suite that needs hundreds of them, and would spend most of its time on
 * starting processes. A message is one of `Request`; each is answered by one of `Answer`.
 */
import { stat } from 'node:fs/promises';
import { Command } from 'commander';
import { resetDeclarations } from '../../service/classes/declarations.js';
import { exceptionText } from '../../service/common/exception-text.js';
import { importModule } from '../../service/common/import-module.js';
import { loadScene } from '../load-scene.js';
import type { SceneDocument } from '../scene-file/index.js';
import { type RunningSimHost, runScene } from '../sim-host.js';
import { addRunOptions, type RunOptions } from './options.js';

/** Starts a host with the options of the command, after a module was imported, or stops the one that was started under a number. */
export type Request =
  | { readonly id: number; readonly start: readonly string[]; readonly module?: string }
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

/** Scenes that were checked, by path and version: hundreds of hosts run the same few. */
const checked = new Map<string, SceneDocument>();

/** A scene with modules is checked each time: no host sees what the modules of one before it have left behind. */
async function checkedScene(file: string): Promise<SceneDocument> {
  const version = await stat(file).catch(() => undefined);
  const key = `${file} ${version?.mtimeMs} ${version?.size}`;
  const document = checked.get(key) ?? (await loadScene(file, { freshModules: true }));
  if (document.modules.size === 0) checked.set(key, document);
  return document;
}

async function start(id: number, words: readonly string[], module: string | undefined): Promise<Answer> {
  const options = addRunOptions(new Command('sim-host').exitOverride())
    .action(() => {})
    .parse(words, { from: 'user' })
    .opts<RunOptions>();
  // Nor does a host see the classes of an application that ran beside one before it.
  resetDeclarations();
  if (module !== undefined) await importModule(module);
  const host = await runScene(await checkedScene(options.scene), options);
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
  const answer = 'start' in request ? start(id, request.start, request.module) : stop(id);
  answer.then(
    (each) => process.send?.(each),
    (error: unknown) => process.send?.({ id, error: exceptionText(error) } satisfies Answer),
  );
});
