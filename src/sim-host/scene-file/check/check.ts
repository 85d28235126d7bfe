import { constants, openSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { dirname, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { TextDecoder } from 'node:util';
import { type Document, LineCounter } from 'yaml';
import { DiagnosticList, type SceneDiagnostic } from '../diagnostics.js';
import type { SceneDescription, SceneDocument } from '../document.js';
import { type CheckOptions, loadModules, type NamedModule, namedModules } from '../modules.js';
import { Names } from '../names.js';
import { SceneSource } from '../source.js';
import { bareTables } from '../tables.js';
import { ActionCheck } from './check-actions.js';
import { checkBases, checkClasses } from './check-classes.js';
import { checkDrivers } from './check-drivers.js';
import { checkObjects } from './check-objects.js';
import { checkSettings } from './check-settings.js';
import { parseYaml, readYaml, tooDeep } from './read-yaml.js';
import { checkAgainstSchema } from './schema-check.js';
import { TrialScene } from './trial-scene.js';

export interface SceneCheck {
  /** The scene, if it has no errors. */
  readonly document?: SceneDocument;
  /** All errors of the first stage that has any, in the order of the file. */
  readonly diagnostics: readonly SceneDiagnostic[];
  /** Problems that do not keep the scene from running. */
  readonly warnings: readonly SceneDiagnostic[];
  /** Absolute paths of the file and of the modules that it names. */
  readonly files: readonly string[];
  /** Modules that were not loaded, so their exports are not checked. */
  readonly unchecked: readonly NamedModule[];
}

/** The parser handles the byte order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The name of a scene object in messages. */
export const sceneObjectName = 'scene object';

/**
 * Reads a scene file and checks it in three stages: form, names, and the built objects. A stage runs only if the one
 * before found no errors. No code runs except that of modules.
 */
export async function checkSceneFile(file: string, options: CheckOptions = {}): Promise<SceneCheck> {
  let text: string;
  try {
    text = utf8.decode(await readBytes(file));
  } catch (error) {
    const reason = reasonOf(error as NodeJS.ErrnoException);
    return unreadable(new SceneSource(file), [`the scene file cannot be read: ${reason}`], [resolve(file)]);
  }
  return checkSceneText(text, file, options);
}

/**
 * Reads a file or a pipe (`--scene <(make-scene)`). Pipes are read through the event loop, because a blocking read cannot
 * be cancelled and would keep the process alive.
 */
async function readBytes(path: string): Promise<Uint8Array> {
  if (!(await stat(path)).isFIFO()) return readFile(path);
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return buffer(new Socket({ fd, readable: true, writable: false }));
}

/** Checks a scene text; its paths are relative to the folder of `file`. */
export function checkSceneText(text: string, file: string, options: CheckOptions = {}): Promise<SceneCheck> {
  const lines = new LineCounter();
  let document: Document;
  try {
    document = parseYaml(text, lines);
  } catch (error) {
    // The parser collects errors, but throws if the nesting exhausts the stack.
    if (!(error instanceof RangeError)) throw error;
    return unreadable(new SceneSource(file), tooDeep, [resolve(file)]);
  }
  return checkDocument(document, resolve(file), new SceneSource(file, document, lines), options);
}

/** Returns the result for a scene that cannot be read. */
async function unreadable(
  source: SceneSource,
  message: readonly [string, { expected: string }?],
  files: string[],
): Promise<SceneCheck> {
  const found = new DiagnosticList(source);
  found.addAt({ line: 1, column: 1 }, [], ...message);
  return { diagnostics: found.sorted(), warnings: [], files, unchecked: [] };
}

/** Checks a scene object in memory; its paths are relative to `folder`. */
export async function checkSceneObject(scene: SceneDescription, folder: string): Promise<SceneCheck> {
  const source = new SceneSource(sceneObjectName);
  let text: string;
  try {
    text = JSON.stringify(scene) ?? '';
  } catch (error) {
    const found = new DiagnosticList(source);
    found.add([], `the scene is not JSON: ${(error as Error).message.split('\n')[0]}`);
    return { diagnostics: found.sorted(), warnings: [], files: [], unchecked: [] };
  }
  return checkDocument(parseYaml(text), resolve(folder, 'scene.yaml'), source, {});
}

async function checkDocument(
  document: Document,
  file: string,
  source: SceneSource,
  options: CheckOptions,
): Promise<SceneCheck> {
  const found = new DiagnosticList(source);
  const value = checkForm(document, found);
  if (value === undefined) return { diagnostics: found.sorted(), warnings: [], files: [file], unchecked: [] };
  bareTables(value);
  source.index(value);
  const described = normalised(value, file, source);
  const modules = await loadModules(described, found, options);
  const moduleFiles = [...modules.keys()].map((name) => resolve(dirname(file), name));
  const scene = { ...described, modules, moduleFiles };
  await checkScene(scene, found);
  const files = [file, ...moduleFiles];
  const { warnings } = found;
  const unchecked = options.skipModules ? namedModules(described) : [];
  return found.size > 0
    ? { diagnostics: found.sorted(), warnings, files, unchecked }
    : { document: scene, diagnostics: [], warnings, files, unchecked };
}

/** First stage: YAML, then the keys and kinds of values of the schema. Returns undefined if there are errors. */
function checkForm(document: Document, found: DiagnosticList): SceneDocument | undefined {
  const value = readYaml(document, found);
  if (value !== undefined) checkAgainstSchema(value, found);
  return found.size === 0 ? (value as SceneDocument) : undefined;
}

/** Second stage: names, classes and settings. Third stage: the built objects, their drivers and actions. */
async function checkScene(scene: SceneDocument, found: DiagnosticList): Promise<void> {
  const names = new Names(scene);
  checkSettings(scene, found);
  checkObjects(scene, names, found);
  if (!checkBases(scene, found)) return;
  const trial = new TrialScene(scene, found);
  try {
    checkClasses(trial);
    if (found.size > 0) return;
    trial.checkExactValues();
    trial.build();
    checkDrivers(trial);
    new ActionCheck(names, trial).check();
  } finally {
    await trial.service.stop();
  }
}

/** Expands the short forms of a project and a replay. */
function normalised(value: SceneDocument, file: string, source: SceneSource): SceneDocument {
  const project = value.project as SceneDocument['project'] | string | undefined;
  const replay = value.replay as SceneDocument['replay'] | string | undefined;
  return {
    ...value,
    file,
    source,
    ...(typeof project === 'string' && { project: { folder: project } }),
    ...(typeof replay === 'string' && { replay: { file: replay } }),
  };
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'permission denied';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'it is not UTF-8';
  return message;
}
