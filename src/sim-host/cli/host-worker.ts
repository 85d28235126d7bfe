/**
 * Runs many hosts in one process. A test suite `fork`s it, because starting a process for each host takes most of the
 * time. Each `Request` message is answered by an `Answer`.
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

/** Starts a host with command-line options, after importing a module, or stops the host with this id. */
export type Request =
  | { readonly id: number; readonly start: readonly string[]; readonly module?: string }
  | { readonly id: number; readonly stop: true };

/** The addresses of the host, or the error of starting or stopping it. */
export interface Answer {
  readonly id: number;
  readonly url?: string;
  readonly control?: string | undefined;
  readonly controlToken?: string | undefined;
  readonly error?: string;
}

const hosts = new Map<number, RunningSimHost>();

/** Checked scenes by path and version, because many hosts run the same few. */
const checked = new Map<string, SceneDocument>();

/** Scenes with modules are checked each time, so that a host does not share their state with an earlier one. */
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
  // A host must not see the classes of an earlier application.
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
  // The host of the error is unknown, so all hosts log it.
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
