import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Document, LineCounter, parseDocument, type YAMLParseError } from 'yaml';
import { DiagnosticList, type SceneDiagnostic } from './diagnostics.js';
import type { SceneDescription, SceneDocument } from './document.js';
import { checkAgainstSchema } from './schema-check.js';
import { checkMeaning } from './semantic-check.js';

export interface SceneCheck {
  /** The scene, when it has no mistakes. */
  readonly document?: SceneDocument;
  /** All mistakes, in the order of the file. */
  readonly diagnostics: readonly SceneDiagnostic[];
}

/** More uses of anchors than this is no scene but an attack on the memory. */
const mostAliases = 1000;

/** How a scene that is an object is named in messages. */
export const sceneObjectName = 'scene object';

/** Reads a scene file and finds all its mistakes: of syntax, of form, of meaning. Runs nothing but its modules. */
export async function checkSceneFile(file: string): Promise<SceneCheck> {
  const lines = new LineCounter();
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const found = new DiagnosticList(file, undefined, lines);
    found.addAt(0, [], `the scene file cannot be read: ${reasonOf(error as NodeJS.ErrnoException)}`);
    return { diagnostics: found.sorted() };
  }
  return checkText(text, file, resolve(file), lines);
}

/** The same for a scene that is an object in memory; what it names is relative to `folder`. */
export async function checkSceneObject(scene: SceneDescription, folder: string): Promise<SceneCheck> {
  let text: string;
  try {
    text = JSON.stringify(scene) ?? '';
  } catch (error) {
    const found = new DiagnosticList(sceneObjectName, undefined, undefined);
    found.addAt(0, [], `the scene is no JSON: ${(error as Error).message.split('\n')[0]}`);
    return { diagnostics: found.sorted() };
  }
  return checkText(text, sceneObjectName, resolve(folder, 'scene.yaml'), undefined);
}

/** @param name of the scene in messages; @param file what it names is relative to; @param lines filled by the parser */
async function checkText(
  text: string,
  name: string,
  file: string,
  lines: LineCounter | undefined,
): Promise<SceneCheck> {
  const document = parseDocument(text, {
    version: '1.2',
    prettyErrors: false,
    ...(lines !== undefined && { lineCounter: lines }),
  });
  const found = new DiagnosticList(name, document, lines);
  addSyntaxErrors(document, found);
  // Behind a duplicate key the document is whole; behind any other mistake of syntax nothing can be told.
  if (document.errors.some(({ code }) => code !== 'DUPLICATE_KEY')) return { diagnostics: found.sorted() };
  const value = toValue(document, found);
  if (value === undefined) return { diagnostics: found.sorted() };
  const pruned = checkAgainstSchema(value, found);
  if (pruned === undefined) return { diagnostics: found.sorted() };
  found.continueIn(pruned);
  const scene = normalised(pruned.value as SceneDocument, file);
  const modules = await loadModules(scene, found);
  checkMeaning({ ...scene, modules }, found);
  if (found.size > 0) return { diagnostics: found.sorted() };
  return { document: { ...scene, modules }, diagnostics: [] };
}

function addSyntaxErrors(document: Document, found: DiagnosticList): void {
  for (const problem of [...document.errors, ...document.warnings]) {
    found.addAt(problem.pos[0], [], syntaxMessage(problem as YAMLParseError));
  }
}

function syntaxMessage({ code, message }: YAMLParseError): string {
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'a tab is used for indentation; YAML takes spaces only';
    case 'DUPLICATE_KEY':
      return 'the key stands twice in this mapping';
    case 'MULTIPLE_DOCS':
      return 'a second document begins here; a scene file is one document';
    default:
      return `this is no YAML: ${message.split('\n')[0]}`;
  }
}

function toValue(document: Document, found: DiagnosticList): unknown {
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: mostAliases });
  } catch (error) {
    found.addAt(0, [], (error as Error).message);
    return undefined;
  }
  if (value === null || value === undefined) {
    found.addAt(0, [], 'the scene file is empty', { expected: 'at least application: { name: … }' });
    return undefined;
  }
  return value;
}

/** A project that is only a folder is written as a text. */
function normalised(value: SceneDocument, file: string): SceneDocument {
  const project = value.project as SceneDocument['project'] | string | undefined;
  return { ...value, file, ...(typeof project === 'string' && { project: { folder: project } }) };
}

async function loadModules(scene: SceneDocument, found: DiagnosticList): Promise<SceneDocument['modules']> {
  const modules = new Map<string, Readonly<Record<string, unknown>>>();
  for (const [className, { functions = {} }] of Object.entries(scene.classes ?? {})) {
    for (const [name, spec] of Object.entries(functions)) {
      if (spec.module === undefined || modules.has(spec.module.file)) continue;
      try {
        modules.set(
          spec.module.file,
          await import(pathToFileURL(resolve(dirname(scene.file), spec.module.file)).href),
        );
      } catch (error) {
        const path = ['classes', className, 'functions', name, 'module', 'file'];
        found.add(path, moduleProblem(spec.module.file, error as NodeJS.ErrnoException & { url?: string }));
      }
    }
  }
  return modules;
}

function moduleProblem(
  file: string,
  { code, message, url }: NodeJS.ErrnoException & { url?: string },
): string {
  const isMissing =
    code === 'ERR_MODULE_NOT_FOUND' && (url === undefined || url.endsWith(`/${basename(file)}`));
  if (isMissing) return `there is no module "${file}"`;
  return `the module cannot be loaded: ${message.split('\n')[0]}`;
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'there is no permission to read it';
  return message;
}
