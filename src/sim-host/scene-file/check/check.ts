import { dirname, resolve } from 'node:path';
import { type Document, LineCounter, parseDocument, visit } from 'yaml';
import { DiagnosticList, type SceneDiagnostic } from '../diagnostics.js';
import type { SceneDescription, SceneDocument } from '../document.js';
import { type CheckOptions, loadModules, type NamedModule, namedModules } from '../modules.js';
import { Names } from '../names.js';
import { readText } from '../read-file.js';
import type { DrivenMember } from '../run/drivers.js';
import { SceneSource } from '../source.js';
import { bareTables } from '../tables.js';
import { checkActions } from './check-actions.js';
import { checkClasses } from './check-classes.js';
import { checkDrivers } from './check-drivers.js';
import { checkInitialValues } from './check-initial-values.js';
import { checkObjectNames } from './check-objects.js';
import { checkSettings } from './check-settings.js';
import { checkAgainstSchema } from './schema-check.js';
import { TrialScene } from './trial-scene.js';
import { checkYaml, tooDeep } from './yaml-check.js';

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

/** Duplicate keys are found by `NodeCheck`, because the parser compares each key with all others. */
const yamlOptions = { version: '1.2', prettyErrors: false, uniqueKeys: false } as const;

/** Maximum number of aliases, as a protection against files that expand without end. */
const maxAliases = 1000;

/** The name of a scene object in messages. */
export const sceneObjectName = 'scene object';

/**
 * Reads a scene file and checks it in four stages: form, names, values, and the behaviour of the built scene. A stage
 * runs only if the one before found no errors. Only modules are run.
 */
export async function checkSceneFile(file: string, options: CheckOptions = {}): Promise<SceneCheck> {
  let text: string;
  try {
    text = await readText(file);
  } catch (error) {
    const reason = reasonOf(error as NodeJS.ErrnoException);
    return unreadable(new SceneSource(file), [`the scene file cannot be read: ${reason}`], [resolve(file)]);
  }
  return checkSceneText(text, file, options);
}

/** Checks a scene text; its paths are relative to the folder of `file`. */
export function checkSceneText(text: string, file: string, options: CheckOptions = {}): Promise<SceneCheck> {
  const lines = new LineCounter();
  let document: Document;
  try {
    document = parseDocument(text, { ...yamlOptions, lineCounter: lines });
  } catch (error) {
    // The parser collects errors, but throws if the nesting exhausts the stack.
    if (!(error instanceof RangeError)) throw error;
    return unreadable(new SceneSource(file), tooDeep, [resolve(file)]);
  }
  return checkDocument(document, text, resolve(file), new SceneSource(file, document, lines), options);
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
  const document = parseDocument(text, yamlOptions);
  return checkDocument(document, text, resolve(folder, 'scene.yaml'), source, {});
}

async function checkDocument(
  document: Document,
  text: string,
  file: string,
  source: SceneSource,
  options: CheckOptions,
): Promise<SceneCheck> {
  const found = new DiagnosticList(source);
  const value = checkForm(document, text, found);
  if (value === undefined) return { diagnostics: found.sorted(), warnings: [], files: [file], unchecked: [] };
  bareTables(value);
  source.index(value);
  const described = normalised(value, file, source);
  const modules = await loadModules(described, found, options);
  const moduleFiles = [...modules.keys()].map((name) => resolve(dirname(file), name));
  const scene = { ...described, modules, moduleFiles };
  const names = new Names(scene);
  checkNames(scene, names, found);
  if (found.size === 0) await checkTrial(scene, names, found);
  const files = [file, ...moduleFiles];
  const { warnings } = found;
  const unchecked = options.skipModules ? namedModules(described) : [];
  return found.size > 0
    ? { diagnostics: found.sorted(), warnings, files, unchecked }
    : { document: scene, diagnostics: [], warnings, files, unchecked };
}

/** First stage: YAML, then the keys and kinds of values of the schema. Returns undefined if there are errors. */
function checkForm(document: Document, text: string, found: DiagnosticList): SceneDocument | undefined {
  checkYaml(document, text, found);
  const value = found.size === 0 ? toValue(document, found) : undefined;
  if (value !== undefined) checkAgainstSchema(value, found);
  return found.size === 0 ? (value as SceneDocument) : undefined;
}

/** Second stage: declared and used names, and settings of the application. */
function checkNames(scene: SceneDocument, names: Names, found: DiagnosticList): void {
  checkClasses(scene, names, found);
  checkSettings(scene, found);
  checkObjectNames(scene, { names, found });
}

/** Third and fourth stage: values of the classes and objects; then paths, drivers and actions of the built objects. */
async function checkTrial(scene: SceneDocument, names: Names, found: DiagnosticList): Promise<void> {
  const drivers: DrivenMember[] = [];
  const trial = new TrialScene(scene, found, (member) => drivers.push(member));
  const { service } = trial;
  const context = { types: service.classes, names, found };
  try {
    checkInitialValues(scene, context);
    trial.reportClasses();
    if (found.size > 0) return;
    trial.build();
    const anywhere = { ...context, onReference: () => {} };
    checkDrivers(drivers, trial, anywhere);
    checkActions(scene, trial, anywhere);
  } finally {
    await service.stop();
  }
}

function toValue(document: Document, found: DiagnosticList): unknown {
  let value: unknown;
  keepEveryNumber(document);
  try {
    value = document.toJS({ maxAliasCount: maxAliases });
  } catch {
    // All other causes of an exception are already checked.
    found.add([], 'the aliases expand to too much', {
      expected: `at most ${maxAliases} values; objects that are alike take a repeat`,
    });
    return undefined;
  }
  if (value === null || value === undefined) {
    found.add([], 'the scene file is empty', { expected: 'at least application: { name: … }' });
    return undefined;
  }
  return value;
}

/**
 * Replaces numbers that JSON or a double cannot represent, such as long integers and NaN, by their text, which number
 * types read exactly.
 */
function keepEveryNumber(document: Document): void {
  visit(document, {
    Scalar(_key, node) {
      const { value, source = '' } = node;
      if (typeof value !== 'number' || Number.isSafeInteger(value)) return;
      if (/^[+-]?\d+$/.test(source)) node.value = source;
      else if (/^[+-]?\.(?:inf|nan)$/i.test(source)) node.value = String(value);
    },
  });
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
  return message;
}
